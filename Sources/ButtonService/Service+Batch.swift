import ButtonEngine
import ButtonProtocol
import JSONRPC

extension Service {
  /// Handles a batch: its members in order, their answers in one array, sent when all are there.
  func receiveBatch(
    _ reader: inout EnvelopeReader, _ session: Session, _ now: UInt64,
    _ output: inout JSONWriter
  ) {
    let start = output.count
    output.beginArray()
    var ends: [Int] = []
    var later: [(ticket: Ticket, id: RequestID, place: Int)] = []
    while let message = reader.next() {
      let room = limits.maxFrameBytes - Service.envelopeRoom
      let before = output.count
      switch handle(message, session, now, &output) {
      case .silent: continue
      case .written:
        if output.count - start > room { shorten(message, from: before, &output) }
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
      hold(ends, later, session, from: start, &output)
    }
  }

  /// Keeps the answers that are there until the others come.
  private func hold(
    _ ends: [Int], _ later: [(ticket: Ticket, id: RequestID, place: Int)], _ session: Session,
    from start: Int, _ output: inout JSONWriter
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
    let answer = BatchAnswer(parts: parts)
    for (ticket, id, place) in later {
      session.pending[ticket.serial] = Session.Pending(id: id, batch: (answer, place))
    }
  }

  /// Puts an error in place of an answer that the line has no room for.
  private func shorten(
    _ message: IncomingMessage, from start: Int, _ output: inout JSONWriter
  ) {
    guard case .call(let envelope) = message else { return }
    output.truncate(to: start)
    let limit = limits.maxFrameBytes
    output.failure(
      envelope.id,
      ProtocolError.limitExceeded(
        "maxFrameBytes", value: limit,
        "the batch's answers are longer than a line may be: this request was done, its answer "
          + "has no room"
      ).rpcError)
  }
}
