package import ButtonExpressions
package import ButtonModel
import ButtonProtocol

/// Expressions that are compiled before the requests that have them are handled: one after the other, so
/// that the daemon can do something else in between.
package final class PreparedExpressions {
  /// The limits of those that are compiled; of no use when others hold.
  let limits: ExpressionLimits
  /// How many different ones there are, of which one that reads many keys counts as several.
  package private(set) var count: Int
  /// The count beyond which their requests are refused.
  private let most: Int
  /// The number of keys for which an expression counts once more.
  private static let keysOfOne = 16
  private var waiting: ArraySlice<ExpressionText>
  private var results: [ExpressionText: Result<Derivation, ExpressionError>] = [:]
  /// The memory of what is compiled, in bytes.
  package private(set) var bytes = 0

  /// Nothing is compiled yet; each text occurs once. Beyond a count of `most` none will be, as their requests are
  /// refused.
  package init(_ texts: [ExpressionText], atMost most: Int, within limits: ExpressionLimits) {
    self.limits = limits
    count = texts.count
    self.most = most
    waiting = count > most ? [] : texts[...]
    results.reserveCapacity(waiting.count)
  }

  /// Whether their requests are refused.
  package var isTooMany: Bool { count > most }

  /// Whether everything is compiled.
  package var isComplete: Bool { waiting.isEmpty }

  /// What came of compiling a text; nil if that has not been done.
  subscript(text: ExpressionText) -> Result<Derivation, ExpressionError>? { results[text] }

  /// The next text to compile.
  func takeNext() -> ExpressionText? { waiting.popFirst() }

  /// Keeps what came of compiling a text.
  func keep(_ result: Result<Derivation, ExpressionError>, of text: ExpressionText) {
    results[text] = result
    bytes += DerivedKey.byteCount(of: text)
    guard case .success(let derivation) = result else { return }
    count += derivation.program.keys.count / PreparedExpressions.keysOfOne
    if isTooMany { waiting = [] }
  }
}

extension Engine {
  /// What requests find compiled already; nil outside of those that were prepared for.
  package var prepared: PreparedExpressions? {
    get { context.prepared }
    set { context.prepared = newValue }
  }

  /// Compiles the next of some expressions, unless a definition has it already compiled.
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

  /// Compiles a text of a request, or takes what was prepared of it.
  package func compile(_ text: ExpressionText) throws(ExpressionError) -> Derivation {
    try context.compile(text, within: context.settings.limits.expressions)
  }
}

extension EngineContext {
  /// Compiles a text, or takes what was prepared of it, and counts the cost.
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
