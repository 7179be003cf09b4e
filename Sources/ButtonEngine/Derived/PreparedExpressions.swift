package import ButtonExpressions
package import ButtonModel
import ButtonProtocol

/// Expressions compiled one at a time before their requests, so that the daemon can work between.
package final class PreparedExpressions {
  /// The results are of no use under others.
  let limits: ExpressionLimits
  /// The number of different expressions; one that reads many keys counts as several.
  package private(set) var count: Int
  /// Beyond this count the requests are refused.
  private let most: Int
  /// An expression counts once more for every 16 keys.
  private static let keysOfOne = 16
  private var waiting: ArraySlice<ExpressionText>
  private var results: [ExpressionText: Result<Derivation, ExpressionError>] = [:]
  /// The memory of what is compiled.
  package private(set) var bytes = 0

  /// Each text occurs once. Beyond a count of `most` nothing is compiled: requests are refused.
  package init(_ texts: [ExpressionText], atMost most: Int, within limits: ExpressionLimits) {
    self.limits = limits
    count = texts.count
    self.most = most
    waiting = count > most ? [] : texts[...]
    results.reserveCapacity(waiting.count)
  }

  /// Whether the requests are refused.
  package var isTooMany: Bool { count > most }

  package var isComplete: Bool { waiting.isEmpty }

  /// Nil if the text is not compiled yet.
  subscript(text: ExpressionText) -> Result<Derivation, ExpressionError>? { results[text] }

  func takeNext() -> ExpressionText? { waiting.popFirst() }

  func keep(_ result: Result<Derivation, ExpressionError>, of text: ExpressionText) {
    results[text] = result
    bytes += DerivedKey.byteCount(of: text)
    guard case .success(let derivation) = result else { return }
    count += derivation.program.keys.count / PreparedExpressions.keysOfOne
    if isTooMany { waiting = [] }
  }
}

extension Engine {
  /// Nil except during the requests that were prepared for.
  package var prepared: PreparedExpressions? {
    get { context.prepared }
    set { context.prepared = newValue }
  }

  /// Compiles the next text, unless a definition has it compiled.
  package func compileNext(of expressions: PreparedExpressions) {
    guard let text = expressions.takeNext() else { return }
    if let known = plugins.buttons.expressions.known(text),
      expressions.limits.allow(known.program)
    {
      return expressions.keep(.success(known), of: text)
    }
    do throws(ExpressionError) {
      expressions.keep(.success(try context.compile(text, within: expressions.limits)), of: text)
    } catch {
      expressions.keep(.failure(error), of: text)
    }
  }

  /// Compiles a request's text, or takes it from ``prepared``.
  package func compile(_ text: ExpressionText) throws(ExpressionError) -> Derivation {
    try context.compile(text, within: context.settings.limits.expressions)
  }
}

extension EngineContext {
  /// Compiles a text and counts the cost, or takes it from `prepared`.
  func compile(
    _ text: ExpressionText, within limits: ExpressionLimits
  ) throws(ExpressionError) -> Derivation {
    if let prepared, prepared.limits == limits, let result = prepared[text] {
      return try result.get()
    }
    var steps = 0
    defer { budget.work &+= steps &* WorkCost.expressionStep }
    return try Derivation(text, within: limits, steps: &steps)
  }
}
