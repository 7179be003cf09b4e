import ButtonEngine
import ButtonProtocol
import JSONRPC

extension Service {
  /// What an answer takes at most, besides its id, when there is no room for what it should say.
  static let shortAnswer = 320

  /// Handles a batch: its members in order, their answers in one array, sent when all are there. The
  /// line of the batch has `size` bytes, of which the ids are a part.
  func receiveBatch(
    _ reader: inout EnvelopeReader, of size: Int, _ session: Session, _ now: UInt64,
    _ output: inout JSONWriter
  ) {
    let count = reader.count
    guard count <= batchLimit.value else { return refuseBatch(count, session, &output) }
    let start = output.count
    // Every member still to come keeps room for a short answer, wherever it ends up.
    var room =
      limits.maxFrameBytes - Service.envelopeRoom - min(size, limits.maxFrameBytes / 4)
      - count * Service.shortAnswer
    output.beginArray()
    var ends: [Int] = []
    var later: [(ticket: Ticket, id: RequestID, place: Int)] = []
    while let message = reader.next() {
      let before = output.count
      switch handle(message, session, now, &output) {
      case .silent: continue
      case .written:
        if output.count - before > max(room, Service.shortAnswer) {
          shorten(message, from: before, &output)
        }
        room -= max(0, output.count - before - Service.shortAnswer)
      case .later(let ticket, let id): later.append((ticket, id, ends.count))
      }
      ends.append(output.count)
    }
    if ends.isEmpty {
      output.truncate(to: start)
    } else if later.isEmpty {
      output.endArray()
      output.endLine()
    } else {
      hold(ends, later, session, from: start, room: room, &output)
    }
  }

  /// Keeps the answers that are there until the others come.
  private func hold(
    _ ends: [Int], _ later: [(ticket: Ticket, id: RequestID, place: Int)], _ session: Session,
    from start: Int, room: Int, _ output: inout JSONWriter
  ) {
    var parts: [[UInt8]?] = []
    var begin = start + 1
    for end in ends {
      // The comma before an answer belongs to the array.
      if begin < end, output.bytes[begin] == UInt8(ascii: ",") { begin += 1 }
      let part = UnsafeRawBufferPointer(rebasing: output.bytes[begin..<end])
      parts.append(part.isEmpty ? nil : [UInt8](part))
      begin = end
    }
    output.truncate(to: start)
    let answer = BatchAnswer(parts: parts, room: max(room, Service.shortAnswer))
    for (ticket, id, place) in later {
      session.pending[ticket.serial] = Session.Pending(id: id, batch: (answer, place))
    }
    checkCrowd(session)
  }

  /// Puts an error in place of an answer that the line has no room for.
  private func shorten(
    _ message: IncomingMessage, from start: Int, _ output: inout JSONWriter
  ) {
    guard case .call(let envelope) = message else { return }
    output.truncate(to: start)
    output.failure(envelope.id, noRoom)
  }

  /// What stands in place of an answer that a batch has no room for.
  var noRoom: RPCError {
    ProtocolError.limitExceeded(
      "maxFrameBytes", value: limits.maxFrameBytes,
      "the batch's answers are longer than a line may be: this request was done, its answer "
        + "has no room"
    ).rpcError
  }

  private func refuseBatch(_ count: Int, _ session: Session, _ output: inout JSONWriter) {
    let limit = batchLimit
    let error = ProtocolError.limitExceeded(
      limit.name, value: limit.value,
      "a batch has at most \(limit.value) requests, this one \(count); none was done")
    output.failure(RequestIDView.null, noted(error, of: session).rpcError)
    output.endLine()
  }
}
