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
    call.beginChange(request.wait)
    let revision: UInt64
    do {
      revision = try service.engine.apply(
        &service.changes, ifRevision: request.ifRevision,
        under: request.lease.map { call.claim($0, silentAfterMs: request.silentAfterMs) })
    } catch {
      throw ProtocolError(error, in: .operations, revision: service.engine.revision)
    }
    if let press = request.press { service.engine.follow(press: press, now: call.now) }
    let submission = service.changes.isShared ? service.fleet?.takeSubmission() : nil
    if let submission, submission.accepted == nil {
      return call.answer(submission, request.wait, of: WaitScope(service.changes)) {
        [engine = call.engine] settled, writer in
        var response = StateUpdateResponse()
        response.revision = engine.revision
        response.changed = settled.changed
        response.values = StateMembers(
          settled.changed.compactMap { key in
            engine.value(of: key).map { StateMembers.Member(key: key, value: $0) }
          })
        response.fleet = settled.mark
        response.write(into: &writer)
      }
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
    writer.member("fleet", ifPresent: submission?.mark)
    writer.endObject()
    return try call.finish(request.wait, of: WaitScope(service.changes), from: start, of: writer)
  }
}
