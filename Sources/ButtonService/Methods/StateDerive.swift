import ButtonEngine
import ButtonExpressions
import ButtonModel
import ButtonProtocol
import JSONRPC

enum StateDerive: Handler {
  typealias Message = StateDeriveRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    try call.checkDefinitions(in: "keys")
    let request = try StateDeriveRequest(params: call.params)
    var changes: [DerivationChange] = []
    changes.reserveCapacity(request.keys.members.count)
    for member in request.keys.members {
      changes.append(
        DerivationChange(
          member.key,
          try member.value.map { text throws(ProtocolError) in
            try call.service.compile(text, path: "params.keys.\(member.key)")
          }))
    }
    let names = request.keys.members.map(\.key)
    return try call.commit(
      Definitions(keys: changes), in: .derivations, request.wait,
      of: { [engine = call.engine] _ in engine.scope(keys: names) }, into: &writer,
      write: { [service = call.service] receipt, writer in
        writer.beginObject()
        writer.member(.revision, receipt.revision)
        writeOutcome(of: StateSubscriptionSpec(keys: names, under: nil), service, into: &writer)
        writer.endObject()
      })
  }

  /// Appends `values` and `errors` of the keys that are derived now.
  private static func writeOutcome(
    of spec: StateSubscriptionSpec, _ service: Service, into writer: inout JSONWriter
  ) {
    let room = writer.count + service.limits.maxFrameBytes / 2
    writer.key(.values)
    writer.beginObject()
    service.engine.forEachKey(spec, after: nil) { key, value in
      guard service.engine.derivation(of: key) != nil else { return true }
      writer.key(key)
      value.write(into: &writer)
      return writer.count < room
    }
    writer.endObject()
    service.engine.writeErrors(spec, after: nil, through: nil, into: &writer)
  }
}

extension Service {
  /// The error names the line and column.
  func compile(_ text: ExpressionText, path: String) throws(ProtocolError) -> Derivation {
    do throws(ExpressionError) {
      return try engine.compile(text)
    } catch {
      throw ProtocolError(expression: "\(error)", beyond: error.limit, path: path)
    }
  }
}
