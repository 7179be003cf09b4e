import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// The most frequently called method, so it goes from the parsed line straight into the engine's
/// change set, without a message type.
enum StateSet: Handler {
  typealias Message = StateSetRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    guard let params = call.params, let values = params.member(.values), values.isObject else {
      throw complaint(call.params)
    }
    let options = try options(params)
    let service = call.service
    service.changes.removeAll()
    try append(values, to: &service.changes)
    call.sign(&service.changes, options.wait)
    let revision: UInt64
    do {
      revision = try service.engine.apply(
        &service.changes, ifRevision: options.ifRevision, under: options.claim(call))
    } catch {
      throw ProtocolError(
        error, in: .values { name(of: $0, in: values) }, revision: service.engine.revision)
    }
    if let press = options.press { service.engine.follow(press: press, now: call.now) }
    if service.changes.isShared {
      return try answerShared(call, revision, options.wait, into: &writer)
    }
    if call.isNotification { return .answered }
    let start = writer.count
    writer.beginObject()
    writer.key(.revision)
    writer.int(revision)
    writer.key(.changed)
    writer.beginArray()
    for key in service.changes.changed {
      service.engine.store.withName(of: key) { writer.string($0) }
    }
    writer.endArray()
    writer.endObject()
    return try call.finish(options.wait, of: WaitScope(service.changes), from: start, of: writer)
  }

  /// Now, or once the fleet has decided.
  @inline(never)
  private static func answerShared(
    _ call: Call, _ revision: UInt64, _ wait: Wait?, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let scope = WaitScope(call.service.changes)
    return try call.answer(
      ChangeReceipt(of: call.service, revision), wait, of: { _ in scope }, into: &writer,
      write: { receipt, writer in
        var response = StateSetResponse()
        response.revision = receipt.revision
        response.changed = receipt.changed
        response.fleet = receipt.fleet
        response.write(into: &writer)
      })
  }

  /// An invalid value is ignored if its key occurs again later.
  @inline(__always)
  private static func append(
    _ values: JSONElement, to changes: inout ChangeSet
  ) throws(ProtocolError) {
    var lastPlaces: LastPlaces?
    var index = 0
    for (key, value) in values.members {
      do {
        changes.append(key.bytes, .set(try StateValue(json: value)))
      } catch {
        let places = lastPlaces ?? LastPlaces(of: values)
        lastPlaces = places
        if places.isLast(key, at: index) {
          throw error.under(key.string).under("values").under("params")
        }
        changes.append(key.bytes, .set(.null))
      }
      index += 1
    }
  }

  /// Members besides `values`.
  private struct Options {
    var ifRevision: UInt64?
    var wait: Wait?
    var lease: UTF8String?
    var silentAfterMs: Int?
    var press: UInt64?

    func claim(_ call: Call) -> LeaseClaim? {
      lease.map { call.claim($0, silentAfterMs: silentAfterMs) }
    }
  }

  /// Costs little without options.
  @inline(__always)
  private static func options(_ params: JSONElement) throws(ProtocolError) -> Options {
    var hasOptions = false
    for (key, _) in params.members where !(key == .values) { hasOptions = true }
    return hasOptions ? try readOptions(params) : Options()
  }

  private static func readOptions(_ params: JSONElement) throws(ProtocolError) -> Options {
    var options = Options()
    do {
      var members = Members(params)
      options.ifRevision = try members.optional(.ifRevision)
      options.wait = try members.optional(.wait)
      try members.lease(&options.lease, silentAfterMs: &options.silentAfterMs)
      options.press = try members.optional("press")
    } catch {
      throw error.under("params")
    }
    return options
  }

  private static func complaint(_ params: JSONElement?) -> ProtocolError {
    guard let values = Members(params).value(.values) else {
      return .invalidParams("values is missing", path: "params.values")
    }
    return ProtocolError.wrongType(values, expected: "an object of keys and values")
      .under("params.values")
  }

  private static func name(of index: Int, in values: JSONElement) -> String {
    var position = 0
    for (key, _) in values.members {
      if position == index { return key.string }
      position += 1
    }
    return ""
  }
}
