import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

/// A line with many expressions waits until they are compiled, a share in each turn, before anything of
/// it is done: its changes are made in one go, and compiling takes most of their time.
extension Service {
  /// The bytes of a line up to which its expressions are compiled where they are come upon.
  private static let shortLine = 16 << 10

  /// Compiles the expressions of a long line, as far as the share of its connection permits; nil for a
  /// line without any.
  func preparation(
    for reader: EnvelopeReader, _ line: UnsafeRawBufferPointer, _ session: Session
  ) -> PreparedExpressions? {
    guard line.count > Service.shortLine, reader.count <= batchLimit.value else { return nil }
    let work = budget.work
    var finder = ExpressionFinder()
    var rest = reader
    while let message = rest.next() {
      guard case .call(let envelope) = message, let params = envelope.params,
        let method = MethodTable.method(named: envelope.method), method.takesExpressions,
        session.role.permits(method.requiredRole)
      else { continue }
      finder.find(in: params)
    }
    if finder.texts.isEmpty { return nil }
    count(line.count, since: work, session)
    let expressions = PreparedExpressions(
      finder.texts, atMost: limits.lineExpressions, within: engine.settings.expressions)
    prepare(expressions, for: session)
    return expressions
  }

  /// Holds a line whose expressions are not all compiled, with the rest of its connection's input.
  func postpone(
    _ reader: EnvelopeReader, _ line: UnsafeRawBufferPointer, _ expressions: PreparedExpressions,
    _ session: Session
  ) {
    var progress = BatchProgress()
    progress.isSuspended = true
    if reader.isBatch {
      noteLastChange(reader, &progress, session)
      let room = max(room(forAnswersTo: reader.count, line), Service.shortAnswer)
      let answer = BatchAnswer(parts: [], room: room, isOpen: true)
      suspend(SuspendedBatch(BatchRest(line, after: 0), answer, progress, expressions), session)
    } else {
      let answer = BatchAnswer()
      suspend(SuspendedBatch(BatchRest(single: line), answer, progress, expressions), session)
    }
    waitForTurn(session)
  }

  /// Compiles expressions until all are, or the connection has had its share of the turn.
  func prepare(_ expressions: PreparedExpressions, for session: Session) {
    while !expressions.isComplete {
      let work = budget.work
      engine.compileNext(of: expressions)
      count(0, since: work, session)
      if hasHadItsShare(session) { return }
    }
  }
}

/// Finds what may be an expression in the parameters of a request. Something else may be among it, which
/// then is compiled in vain.
private struct ExpressionFinder {
  /// Each of them once.
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
