import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

extension Service {
  /// `state.set`: the busiest method, from the parsed line straight into the change set.
  func stateSet(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    var values: JSONElement?
    var ifRevision: UInt64?
    var wait: Wait?
    if let params = call.params {
      for (name, value) in params.members {
        if name == "values" {
          values = value
        } else if name == "ifRevision" || name == "wait" {
          let members = Members(params)
          do {
            ifRevision = try members.optional("ifRevision")
            wait = try members.optional("wait")
          } catch { throw error.under("params") }
        }
      }
    }
    guard let values, values.isObject else {
      throw .invalidParams("values must be an object of keys and values", path: "params.values")
    }
    changes.removeAll()
    for (name, value) in values.members {
      do {
        changes.append(name.bytes, .set(try StateValue(json: value)))
      } catch {
        throw error.under(name.string).under("values").under("params")
      }
    }
    return try apply(ifRevision, .values(values), call, wait, &output) { _, _ in }
  }

  /// `state.update`: operations on keys.
  func stateUpdate(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try StateUpdateRequest(params: call.params)
    changes.removeAll()
    for operation in request.operations { changes.append(operation) }
    return try apply(request.ifRevision, .operations, call, request.wait, &output) {
      service, output in
      output.key("values")
      output.beginObject()
      for key in service.changes.changed {
        guard let value = service.engine.store.value(of: key) else { continue }
        service.engine.store.withName(of: key) { output.key($0) }
        value.write(into: &output)
      }
      output.endObject()
    }
  }

  /// `state.get`: the newest values.
  func stateGet(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try StateGetRequest(params: call.params)
    output.beginObject()
    output.member("revision", engine.revision)
    output.key("values")
    output.beginObject()
    let budget = output.count + limits.maxFrameBytes - Service.tailRoom
    let limit = request.limit ?? .max
    var count = 0
    var last: UTF8String?
    var next: UTF8String?
    engine.forEachKey(request.spec, after: request.after) { key, value in
      if count == limit || output.count > budget {
        next = last
        return false
      }
      output.key(key)
      value.write(into: &output)
      last = key
      count += 1
      return true
    }
    output.endObject()
    if let next { output.member("next", next) }
    output.endObject()
    return .answered
  }

  /// `state.subscribe`: values now and whenever they change.
  func stateSubscribe(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try StateSubscribeRequest(params: call.params)
    try checkSubscriptions(call)
    let result = engine.subscribeState(request.spec, since: request.since, call.connection)
    result.withUnsafeBytes { output.value(raw: $0) }
    return .answered
  }

  /// Room kept behind the members of a long answer.
  static let tailRoom = 4_096

  /// Applies the change set and writes what came of it.
  private func apply(
    _ ifRevision: UInt64?, _ paths: ErrorPaths, _ call: ServiceCall, _ wait: Wait?,
    _ output: inout JSONWriter, more: (Service, inout JSONWriter) -> Void
  ) throws(ProtocolError) -> ServiceOutcome {
    let revision: UInt64
    do {
      revision = try engine.apply(&changes, ifRevision: ifRevision)
    } catch {
      throw error.protocolError(path: paths)
    }
    let mark = output.count
    output.beginObject()
    output.key("revision")
    output.int(revision)
    output.key("changed")
    output.beginArray()
    for key in changes.changed { engine.store.withName(of: key) { output.string($0) } }
    output.endArray()
    more(self, &output)
    output.endObject()
    return hold(call, wait, from: mark, &output)
  }

  /// Keeps the result that begins at `mark` until its change is published, if that is asked for.
  func hold(
    _ call: ServiceCall, _ wait: Wait?, from mark: Int, _ output: inout JSONWriter
  ) -> ServiceOutcome {
    guard wait == .published else { return .answered }
    let result = [UInt8](UnsafeRawBufferPointer(rebasing: output.bytes[mark...]))
    engine.awaitPublished(call.ticket, result: result, now: call.now)
    return .later
  }

  /// Refuses one subscription more than a connection may have.
  func checkSubscriptions(_ call: ServiceCall) throws(ProtocolError) {
    guard engine.subscriptionCount(call.connection) < limits.subscriptions else {
      throw .limitExceeded(
        "subscriptions", value: limits.subscriptions,
        "a connection may have \(limits.subscriptions) subscriptions; unsubscribe from some")
    }
  }
}
