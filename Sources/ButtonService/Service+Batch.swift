import ButtonEngine
import ButtonProtocol
import JSONRPC

extension Service {
  /// Bytes of the answer, without its id, that replaces one that does not fit.
  static let shortAnswer = 320

  /// Handles the members of a batch in order. Their answers form one array, sent when it is
  /// complete.
  ///
  /// A batch that has used its share of the turn, or waits for too many answers, is interrupted and
  /// resumed later, but never between its first and last change: they fall into one tick.
  func receiveBatch(
    _ reader: inout EnvelopeReader, _ line: UnsafeRawBufferPointer, _ session: Session,
    _ now: UInt64, _ output: inout JSONWriter
  ) {
    let count = reader.count
    guard count <= batchLimit.value else { return refuseBatch(count, session, &output) }
    let start = output.count
    var room = room(forAnswersTo: count, line)
    output.beginArray()
    var ends: [Int] = []
    var later: [(ticket: Ticket, place: Int)] = []
    var progress = BatchProgress()
    while let message = next(&reader, &progress, session) {
      let before = output.count
      switch handle(message, &progress, session, now, &output) {
      case .silent: continue
      case .written:
        if output.count - before > max(room, Service.shortAnswer) {
          shorten(message, from: before, &output)
        }
        room -= max(0, output.count - before - Service.shortAnswer)
      case .later(let ticket): later.append((ticket, ends.count))
      }
      ends.append(output.count)
    }
    if !later.isEmpty || progress.isSuspended {
      let answer = BatchAnswer(
        parts: Service.parts(of: output, ends, from: start + 1),
        room: max(room, Service.shortAnswer), isOpen: progress.isSuspended)
      output.truncate(to: start)
      for (ticket, place) in later { session.pending[ticket.serial]?.batch = (answer, place) }
      if progress.isSuspended {
        let rest = BatchRest(line, after: progress.handled)
        budget.work &+= line.count
        suspend(SuspendedBatch(rest, answer, progress, prepared), session)
      } else {
        keep(answer.bytes, for: session)
      }
    } else if ends.isEmpty {
      output.truncate(to: start)
    } else {
      output.endArray()
      output.endLine()
    }
    spend(0, since: budget.work, session)
  }

  /// Bytes for the answers to a batch, besides a short one for each member, for which room is
  /// reserved. The members' ids are part of the line.
  func room(forAnswersTo count: Int, _ line: UnsafeRawBufferPointer) -> Int {
    limits.maxFrameBytes - Service.envelopeRoom - min(line.count, limits.maxFrameBytes / 4)
      - count * Service.shortAnswer
  }

  /// Suspends a batch together with the rest of its connection's input.
  func suspend(_ batch: SuspendedBatch, _ session: Session) {
    session.batch = batch
    keep(batch.bytes, for: session)
  }

  func resumeBatch(_ session: Session, _ now: UInt64, _ output: inout JSONWriter) {
    guard let batch = session.batch else { return }
    if let prepared = batch.prepared, !prepared.isComplete {
      let before = batch.bytes
      defer { keep(batch.bytes - before, for: session) }
      prepare(prepared, for: session)
      guard prepared.isComplete else { return waitForTurn(session) }
    }
    keep(-batch.preparedBytes, for: session)
    prepared = batch.prepared
    defer { prepared = nil }
    let answer = batch.answer
    let before = answer.bytes
    batch.progress.isSuspended = false
    batch.progress.handledInTurn = 0
    while !batch.progress.isSuspended, !batch.rest.isEmpty {
      batch.rest.readOn { line in
        let handled = batch.progress.handled
        readOn(line, batch, session, now, &output)
        return batch.progress.handled - handled
      }
    }
    if batch.progress.isSuspended {
      keep(answer.bytes - before + batch.preparedBytes, for: session)
    } else {
      session.batch = nil
      let isWhole = answer.close()
      keep((isWhole ? 0 : answer.bytes) - before - batch.restBytes, for: session)
      if isWhole { answer.write(into: &output) }
    }
    spend(0, since: budget.work, session)
    closeIfAnswered(session)
  }

  /// Handles the next members of a batch, given as a valid line, as far as its share permits.
  private func readOn(
    _ line: UnsafeRawBufferPointer, _ batch: SuspendedBatch, _ session: Session, _ now: UInt64,
    _ output: inout JSONWriter
  ) {
    count(line.count, since: budget.work, session)
    guard let root = try? parser.parse(line) else {
      preconditionFailure("a part of a valid batch is valid")
    }
    var reader = EnvelopeReader(root, line: line)
    let answer = batch.answer
    while let message = next(&reader, &batch.progress, session) {
      let start = output.count
      switch handle(message, &batch.progress, session, now, &output) {
      case .silent: continue
      case .written:
        if output.count - start > max(answer.room, Service.shortAnswer) {
          shorten(message, from: start, &output)
        }
        answer.append([UInt8](UnsafeRawBufferPointer(rebasing: output.bytes[start...])))
        output.truncate(to: start)
      case .later(let ticket):
        session.pending[ticket.serial]?.batch = (answer, answer.count)
        answer.append(nil)
      }
    }
  }

  /// The next member of a batch; nil after the last one or if the rest must wait.
  private func next(
    _ reader: inout EnvelopeReader, _ progress: inout BatchProgress, _ session: Session
  ) -> IncomingMessage? {
    guard mustWait(reader, &progress, session) else { return reader.next() }
    progress.isSuspended = true
    noteLastChange(reader, &progress, session)
    waitForTurn(session)
    return nil
  }

  /// Whether the next member must wait. At least one is handled per turn.
  private func mustWait(
    _ reader: EnvelopeReader, _ progress: inout BatchProgress, _ session: Session
  ) -> Bool {
    if session.styledPress != nil {
      var ahead = reader
      if let message = ahead.next(), waitsForStyle(message, session) { return true }
    }
    guard progress.handledInTurn > 0, reader.hasNext else { return false }
    if session.holds.contains(.press) { return true }
    guard session.pending.count >= Service.pendingAnswers || hasHadItsShare(session) else {
      return false
    }
    guard progress.hasChanged else { return true }
    noteLastChange(reader, &progress, session)
    return !progress.isAmidChanges
  }

  /// Must run before the first interruption: afterwards the rest is not read as a whole.
  func noteLastChange(
    _ reader: EnvelopeReader, _ progress: inout BatchProgress, _ session: Session
  ) {
    guard progress.lastChange == nil else { return }
    var rest = reader
    var place = progress.handled
    var last = place - 1
    while let message = rest.next() {
      if case .call(let envelope) = message,
        let method = MethodTable.method(named: envelope.method), method.isInput,
        session.role.permits(method.requiredRole)
      {
        last = place
      }
      place += 1
    }
    budget.work &+= place * Service.workOfRequest / 4
    progress.lastChange = last
  }

  private func handle(
    _ message: IncomingMessage, _ progress: inout BatchProgress, _ session: Session,
    _ now: UInt64, _ output: inout JSONWriter
  ) -> Handled {
    defer {
      progress.handled += 1
      progress.handledInTurn += 1
    }
    let start = output.count
    let work = budget.work
    let inputs = inputCount
    let isAmidChanges = progress.isAmidChanges
    prepared?.place = progress.handled
    let handled =
      isAmidChanges && progress.workAmidChanges > Service.workAmidChanges
      ? refuse(message, after: progress.handled, session, &output)
      : handle(message, session, now, &output)
    if inputCount != inputs { progress.hasChanged = true }
    count(output.count - start, since: work, session)
    if isAmidChanges { progress.workAmidChanges += budget.work - work }
    return handled
  }

  /// The requests before it have cost too much.
  private func refuse(
    _ message: IncomingMessage, after count: Int, _ session: Session, _ output: inout JSONWriter
  ) -> Handled {
    guard case .call(let envelope) = message else { return .silent }
    let error = noted(
      .limitExceeded(
        "batchRequests", value: count,
        "the changes of a batch are made at once, and this one asks for too much between its first and "
          + "its last: send it as several lines"), of: session)
    if envelope.isNotification { return .silent }
    output.failure(envelope.id, error.rpcError)
    return .written
  }

  /// What members from the first to the last change may cost beyond a turn's share.
  private static let workAmidChanges = 50_000_000

  /// The answers in an array from `start`, by their ends; nil for those that come later.
  private static func parts(
    of output: borrowing JSONWriter, _ ends: [Int], from start: Int
  ) -> [[UInt8]?] {
    var parts: [[UInt8]?] = []
    var begin = start
    for end in ends {
      // The comma before an answer belongs to the array.
      if begin < end, output.bytes[begin] == UInt8(ascii: ",") { begin += 1 }
      let part = UnsafeRawBufferPointer(rebasing: output.bytes[begin..<end])
      parts.append(part.isEmpty ? nil : [UInt8](part))
      begin = end
    }
    return parts
  }

  /// Replaces an answer that does not fit into the line by an error.
  private func shorten(
    _ message: IncomingMessage, from start: Int, _ output: inout JSONWriter
  ) {
    guard case .call(let envelope) = message else { return }
    output.truncate(to: start)
    output.failure(envelope.id, noRoom)
  }

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
