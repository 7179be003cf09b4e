import ButtonEngine
import ButtonProtocol
import JSONRPC

extension Service {
  /// What an answer takes at most, besides its id, when there is no room for what it should say.
  static let shortAnswer = 320

  /// Handles a batch: its members in order, their answers in one array, sent when all are there.
  ///
  /// One that has had its share of the turn, or waits for too many answers, is cut: its rest follows
  /// later. From its first change to its last it is not, so that its changes fall into one tick.
  func receiveBatch(
    _ reader: inout EnvelopeReader, _ line: UnsafeRawBufferPointer, _ session: Session,
    _ now: UInt64, _ output: inout JSONWriter
  ) {
    let count = reader.count
    guard count <= batchLimit.value else { return refuseBatch(count, session, &output) }
    let start = output.count
    // Every member still to come keeps room for a short answer, wherever it ends up. The ids are a part
    // of the line.
    var room =
      limits.maxFrameBytes - Service.envelopeRoom - min(line.count, limits.maxFrameBytes / 4)
      - count * Service.shortAnswer
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
      if progress.isSuspended { session.batch = SuspendedBatch(line, answer, progress) }
      noteBytes(of: answer, session)
      noteSuspendedBytes(session)
      checkCrowd(session)
    } else if ends.isEmpty {
      output.truncate(to: start)
    } else {
      output.endArray()
      output.endLine()
    }
    spend(0, since: engine.work, session)
  }

  /// Goes on with a line that has waited, or the rest of a batch that has.
  func resumeBatch(_ session: Session, _ now: UInt64, _ output: inout JSONWriter) {
    guard var batch = session.batch else { return }
    session.batch = nil
    let done = batch
    guard let answer = batch.answer else {
      noteSuspendedBytes(session)
      done.withLine { receive($0, from: session.connection, now: now, into: &output) }
      return closeIfAnswered(session)
    }
    done.withLine { line in
      count(line.count, since: engine.work, session)
      // It was parsed before, so it can be.
      guard let root = try? parser.parse(line) else { return }
      var reader = EnvelopeReader(root, line: line)
      reader.skip(batch.progress.handled)
      handleRest(&reader, &batch.progress, answer, session, now, &output)
    }
    let isWhole = !batch.progress.isSuspended && answer.close()
    if batch.progress.isSuspended { session.batch = batch }
    noteBytes(of: answer, session)
    noteSuspendedBytes(session)
    checkCrowd(session)
    if isWhole {
      keep(-answer.keptBytes, for: session)
      answer.write(into: &output)
    }
    spend(0, since: engine.work, session)
    closeIfAnswered(session)
  }

  private func handleRest(
    _ reader: inout EnvelopeReader, _ progress: inout BatchProgress, _ answer: BatchAnswer,
    _ session: Session, _ now: UInt64, _ output: inout JSONWriter
  ) {
    progress.isSuspended = false
    while let message = next(&reader, &progress, session) {
      let start = output.count
      switch handle(message, &progress, session, now, &output) {
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

  /// Counts the bytes of a batch's answers, unless its rest waits.
  func noteBytes(of answer: BatchAnswer, _ session: Session) {
    let bytes = answer.isOpen ? 0 : answer.bytes
    keep(bytes - answer.keptBytes, for: session)
    answer.keptBytes = bytes
  }

  /// Counts the bytes of what waits of a connection's input, with the answers so far. They do not make
  /// the connection wait for answers, as the rest would then never be handled.
  func noteSuspendedBytes(_ session: Session) {
    let bytes = session.batch.map { $0.bytes + ($0.answer?.bytes ?? 0) } ?? 0
    engine.clients.keep(bytes - session.suspendedBytes, for: session.connection)
    session.suspendedBytes = bytes
  }

  /// The next member of a batch; nil after the last, or when the rest has to wait.
  private func next(
    _ reader: inout EnvelopeReader, _ progress: inout BatchProgress, _ session: Session
  ) -> IncomingMessage? {
    if session.styledPress != nil {
      var ahead = reader
      if let message = ahead.next(), waitsForStyle(message, session) {
        progress.isSuspended = true
        return nil
      }
    }
    guard progress.handled > 0, reader.hasNext else { return reader.next() }
    let isCrowded = session.pending.count >= Service.pendingAnswers
    let isDue = isCrowded || hasHadItsShare(session)
    guard
      session.holds.contains(.press) || isDue && !isAmidChanges(reader, &progress, session)
    else { return reader.next() }
    progress.isSuspended = true
    if !isCrowded, session.isAccepting { waitForTurn(session) }
    return nil
  }

  /// True when members of a batch were changes, and others to come are.
  private func isAmidChanges(
    _ reader: EnvelopeReader, _ progress: inout BatchProgress, _ session: Session
  ) -> Bool {
    guard progress.hasChanged else { return false }
    if progress.lastChange == nil { progress.lastChange = lastChange(reader, progress, session) }
    return progress.isAmidChanges
  }

  private func lastChange(
    _ reader: EnvelopeReader, _ progress: BatchProgress, _ session: Session
  ) -> Int {
    var rest = reader
    var place = progress.handled
    var last = place - 1
    while let message = rest.next() {
      if case .call(let envelope) = message,
        let method = MethodTable.method(named: envelope.method), method.isInput,
        session.role >= method.right
      {
        last = place
      }
      place += 1
    }
    engine.charge(place * Service.workOfRequest / 4)
    return last
  }

  /// Handles one member of a batch and counts what it costs.
  private func handle(
    _ message: IncomingMessage, _ progress: inout BatchProgress, _ session: Session,
    _ now: UInt64, _ output: inout JSONWriter
  ) -> Handled {
    defer { progress.handled += 1 }
    let start = output.count
    let work = engine.work
    let inputs = inputCount
    let isAmidChanges = progress.isAmidChanges
    let handled =
      isAmidChanges && progress.workAmidChanges > Service.workAmidChanges
      ? refuse(message, after: progress.handled, session, &output)
      : handle(message, session, now, &output)
    if inputCount != inputs { progress.hasChanged = true }
    count(output.count - start, since: work, session)
    if isAmidChanges { progress.workAmidChanges += engine.work - work }
    return handled
  }

  /// Answers a request that is not done because those before it have cost too much.
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

  /// What the members of a batch from its first change to its last may cost, after a turn's share.
  private static let workAmidChanges = 50_000_000

  /// The answers in an array that begins at `start`, each by its end; nil for those that come later.
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
