import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// Before anything of a long line is done, its expressions are compiled and its definitions read, a
/// share in each turn: this takes most of the time, and the line's changes are made in one go.
extension Service {
  /// Up to this many bytes, a line is prepared while it is handled.
  private static let shortLine = 16 << 10

  /// Prepares a line as far as its connection's share permits; nil if it is short, or has no
  /// expressions and definitions.
  func preparation(
    for reader: EnvelopeReader, _ line: UnsafeRawBufferPointer, _ session: Session
  ) -> PreparedLine? {
    guard line.count > Service.shortLine, reader.count <= batchLimit.value else { return nil }
    let work = budget.work
    var finder = ExpressionFinder()
    var definitions: [(place: Int, elements: JSONElements)] = []
    var rest = reader
    var place = -1
    while let message = rest.next() {
      place += 1
      guard case .call(let envelope) = message, let params = envelope.params,
        let method = MethodTable.method(named: envelope.method), method.takesExpressions,
        session.role.permits(method.requiredRole)
      else { continue }
      finder.find(in: params)
      if envelope.method == ButtonsDefineRequest.method.name,
        let list = params.member(.buttons), list.isArray, list.count <= limits.requestDefinitions
      {
        definitions.append((place, list.elements))
      }
    }
    if finder.texts.isEmpty, definitions.isEmpty { return nil }
    count(line.count, since: work, session)
    let expressions = PreparedExpressions(
      finder.texts, atMost: limits.lineExpressions, within: engine.settings.limits.expressions)
    let prepared = PreparedLine(
      expressions, definitions, from: parser, lineBytes: line.count)
    // The prepared line keeps the parser for what is unread.
    parser = JSONParser()
    prepare(prepared, for: session)
    return prepared
  }

  /// Holds an unprepared line, with the rest of its connection's input.
  func postpone(
    _ reader: EnvelopeReader, _ line: UnsafeRawBufferPointer, _ prepared: PreparedLine,
    _ session: Session
  ) {
    var progress = BatchProgress()
    progress.isSuspended = true
    if reader.isBatch {
      noteLastChange(reader, &progress, session)
      let room = max(room(forAnswersTo: reader.count, line), Service.shortAnswer)
      let answer = BatchAnswer(parts: [], room: room, isOpen: true)
      suspend(SuspendedBatch(BatchRest(line, after: 0), answer, progress, prepared), session)
    } else {
      let answer = BatchAnswer()
      suspend(SuspendedBatch(BatchRest(single: line), answer, progress, prepared), session)
    }
    waitForTurn(session)
  }

  /// Prepares a line until all of it is, or the connection has had its share of the turn.
  func prepare(_ line: PreparedLine, for session: Session) {
    while !line.isComplete {
      let work = budget.work
      line.prepareNext(engine)
      count(0, since: work, session)
      if hasHadItsShare(session) { return }
    }
  }
}

/// Finds what may be an expression in a request's parameters; what is not is compiled in vain.
private struct ExpressionFinder {
  /// The expressions' texts, without repetition.
  private(set) var texts: [ExpressionText] = []
  private var seen: Set<ExpressionText> = []

  mutating func find(in params: JSONElement) {
    for (name, value) in params.members {
      if name == "keys" {
        // Of `state.derive`, where a string is an expression.
        for (_, value) in value.members { if value.isString { add(value) { .expression($0) } } }
      }
      search(value)
    }
  }

  private mutating func search(_ element: JSONElement) {
    for (name, value) in element.members {
      if value.isObject || value.isArray {
        search(value)
      } else if name == "cel" || name == "when" {
        add(value) { .expression($0) }
      } else if name == "template" {
        add(value) { .template($0) }
      }
    }
    for value in element.elements where value.isObject || value.isArray { search(value) }
  }

  private mutating func add(_ value: JSONElement, as form: (UTF8String) -> ExpressionText) {
    guard let text = value.text else { return }
    let expression = form(UTF8String(copying: text.bytes))
    if seen.insert(expression).inserted { texts.append(expression) }
  }
}
