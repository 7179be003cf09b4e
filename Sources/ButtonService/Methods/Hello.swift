import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum Hello: Handler {
  typealias Message = HelloRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try HelloRequest(params: call.params)
    let capabilities = Capabilities.all(whileTellingTime: call.engine.settings.tellsTime)
    let missing = request.require.filter { !capabilities.contains($0) }
    guard missing.isEmpty else {
      throw ProtocolError(
        .capabilityMissing,
        "this server lacks \(Excerpt(missing.joined(separator: ", "))); its capabilities are "
          + capabilities.joined(separator: ", "),
        path: "params.require")
    }
    call.session.client = request.client
    let holder = LeaseHolder.connection(call.session.connection)
    let feeds = call.engine.holdsLeases(holder)
    if let role = request.role { call.service.lower(call.session, to: role) }
    if feeds, !call.engine.holdsLeases(holder) { call.service.noteEndOfLeases(call) }
    HelloResponse(
      server: "buttond", version: call.service.version, protocolVersion: 1,
      epoch: call.engine.epoch, revision: call.engine.revision, tick: call.engine.tick,
      durability: call.engine.durability, role: call.session.role, capabilities: capabilities,
      limits: call.service.limits
    ).write(into: &writer)
    return .answered
  }
}
