import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

/// `state.update`: applies operations, all or none.
enum StateUpdate: Handler {
  typealias Message = StateUpdateRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateUpdateRequest(params: call.params)
    let service = call.service
    service.changes.removeAll()
    for operation in request.operations { service.changes.append(operation) }
    let revision: UInt64
    do {
      revision = try service.engine.apply(
        &service.changes, ifRevision: request.ifRevision,
        under: request.lease.map { call.claim($0, silentAfterMs: request.silentAfterMs) })
    } catch {
      throw ProtocolError(error, in: .operations, revision: service.engine.revision)
    }
    let start = writer.count
    writer.beginObject()
    writer.key(.revision)
    writer.int(revision)
    service.writeChanged(into: &writer)
    writer.key(.values)
    writer.beginObject()
    for key in service.changes.changed {
      guard let value = service.engine.store.value(of: key) else { continue }
      service.engine.store.withName(of: key) { writer.key($0) }
      value.write(into: &writer)
      if writer.count - start > service.limits.maxFrameBytes { break }
    }
    writer.endObject()
    writer.endObject()
    return try call.finish(request.wait, of: WaitScope(service.changes), from: start, of: writer)
  }
}
