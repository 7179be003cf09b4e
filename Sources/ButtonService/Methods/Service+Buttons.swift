import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

extension Service {
  /// `buttons.define`: new buttons, or new definitions of old ones.
  func buttonsDefine(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try ButtonsDefineRequest(params: call.params)
    let revision = try define(request.buttons, .buttons)
    let mark = output.count
    ButtonsDefineResponse(
      revision: revision, defined: request.buttons.map(\.id), warnings: request.warnings
    ).write(into: &output)
    return hold(call, request.wait, from: mark, &output)
  }

  /// `buttons.patch`: a merge patch of one definition.
  func buttonsPatch(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try ButtonsPatchRequest(params: call.params)
    guard let old = engine.definition(of: UTF8String(request.id)), let params = call.params else {
      throw .notFound("there is no button \"\(request.id)\"", path: "params.id")
    }
    var reader = DefinitionReader(path: "params")
    let definition: ButtonDefinition
    do {
      definition = try reader.patched(old, by: params)
    } catch {
      throw error.under("params")
    }
    let revision = try define([definition], .params)
    let mark = output.count
    ButtonsPatchResponse(revision: revision, warnings: reader.warnings).write(into: &output)
    return hold(call, request.wait, from: mark, &output)
  }

  /// `buttons.remove`: buttons that are not needed any more.
  func buttonsRemove(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try ButtonsRemoveRequest(params: call.params)
    let removed = engine.remove(Match(ids: request.ids.map { UTF8String($0) }))
    let mark = output.count
    ButtonsRemoveResponse(revision: engine.revision, removed: removed.map(\.string))
      .write(into: &output)
    return hold(call, request.wait, from: mark, &output)
  }

  /// `buttons.list`: which buttons there are.
  func buttonsList(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try ButtonsListRequest(params: call.params)
    var found = engine.slots(matching: request.match ?? .everything)
    found.sort { $0.id < $1.id }
    if let after = request.after.map({ UTF8String($0) }) { found.removeAll { $0.id <= after } }
    let limit = request.limit ?? .max
    let budget = output.count + limits.maxFrameBytes - Service.tailRoom
    var last: UTF8String?
    var next: UTF8String?
    output.beginObject()
    output.key("buttons")
    output.beginArray()
    for (count, (id, slot)) in found.enumerated() {
      if count == limit || output.count > budget {
        next = last
        break
      }
      guard let definition = engine.definition(in: slot) else { continue }
      ButtonListing(
        id: id.string, style: definition.style.name, handler: definition.handler?.text,
        group: definition.group, status: engine.status(of: slot)?.lookStatus
      ).write(into: &output)
      last = id
    }
    output.endArray()
    if let next { output.member("next", next) }
    output.endObject()
    return .answered
  }

  /// `buttons.get`: the present looks.
  func buttonsGet(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try ButtonsGetRequest(params: call.params)
    let defaults = engine.settings.traits
    do {
      try engine.get(
        GetRequest(
          match: request.match, traits: request.traits?.filled(from: defaults) ?? defaults,
          limit: request.limit, after: request.after.map { UTF8String($0) }),
        ticket: call.ticket, now: call.now)
    } catch {
      throw error.protocolError(path: .params)
    }
    return .later
  }

  /// `buttons.subscribe`: looks now and whenever they change.
  func buttonsSubscribe(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try ButtonsSubscribeRequest(params: call.params)
    try checkSubscriptions(call)
    do {
      try engine.subscribe(
        SubscribeRequest(
          spec: request.spec(defaults: engine.settings.traits), since: request.since),
        ticket: call.ticket, now: call.now)
    } catch {
      throw error.protocolError(path: .params)
    }
    return .later
  }

  /// `buttons.setNeedsUpdateConfiguration`: for what no tracked dependency covers.
  func setNeedsUpdateConfiguration(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try SetNeedsUpdateConfigurationRequest(params: call.params)
    SetNeedsUpdateConfigurationResponse(
      buttons: engine.setNeedsUpdateConfiguration(request.match)
    ).write(into: &output)
    return .answered
  }

  /// `buttons.trigger`: a button's action, as a keypad performs it.
  func buttonsTrigger(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try ButtonsTriggerRequest(params: call.params)
    let revision: UInt64
    do {
      revision = try engine.trigger(UTF8String(request.id))
    } catch .invalidOperation(let index, let message) {
      throw .invalidParams("operation \(index) of the button's action: \(message)")
    } catch .notFound(_, let name, _, _) {
      throw .notFound("there is no button \"\(name)\"", path: "params.id")
    } catch {
      throw error.protocolError(path: .params)
    }
    let mark = output.count
    ButtonsTriggerResponse(revision: revision).write(into: &output)
    return hold(call, request.wait, from: mark, &output)
  }

  /// `unsubscribe`: ends a subscription of this connection.
  func unsubscribe(
    _ call: ServiceCall, _ output: inout JSONWriter
  ) throws(ProtocolError) -> ServiceOutcome {
    let request = try UnsubscribeRequest(params: call.params)
    guard engine.unsubscribe(request.subscription, call.connection) else {
      throw .notFound(
        "this connection has no subscription \"\(request.subscription)\"",
        path: "params.subscription")
    }
    EmptyResponse().write(into: &output)
    return .answered
  }

  private func define(
    _ definitions: [ButtonDefinition], _ paths: ErrorPaths
  ) throws(ProtocolError) -> UInt64 {
    do {
      return try engine.define(definitions)
    } catch {
      throw error.protocolError(path: paths)
    }
  }
}
