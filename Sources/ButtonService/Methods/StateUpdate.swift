import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonStore
import JSONRPC

enum StateUpdate: Handler {
  typealias Message = StateUpdateRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let request = try StateUpdateRequest(params: call.params)
    let service = call.service
    service.changes.removeAll()
    for operation in request.operations { service.changes.append(operation) }
    call.sign(&service.changes, request.wait)
    let revision: UInt64
    do {
      revision = try service.engine.apply(
        &service.changes, ifRevision: request.ifRevision,
        under: request.lease.map { call.claim($0, silentAfterMs: request.silentAfterMs) })
    } catch {
      throw ProtocolError(error, in: .operations, revision: service.engine.revision)
    }
    if let press = request.press { service.engine.follow(press: press, now: call.now) }
    let scope = WaitScope(service.changes)
    return try call.answer(
      ChangeReceipt(of: service, revision), request.wait, of: { _ in scope }, into: &writer,
      write: { [engine = call.engine, most = service.limits.maxFrameBytes] receipt, writer in
        let start = writer.count
        writer.beginObject()
        writer.member("revision", receipt.revision)
        writer.member("changed", receipt.changed)
        writer.key("values")
        writer.beginObject()
        // An answer that is too long is refused later.
        for key in receipt.changed where writer.count - start <= most {
          guard let value = engine.value(of: key) else { continue }
          key.bytes.withUnsafeBytes { writer.key($0) }
          value.write(into: &writer)
        }
        writer.endObject()
        writer.member("fleet", ifPresent: receipt.fleet)
        writer.endObject()
      })
  }
}
