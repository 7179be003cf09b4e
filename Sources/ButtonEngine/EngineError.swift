package import ButtonExpressions
import ButtonModel

/// Why the engine refused a request. The service turns it into a protocol error with a code, reason
/// and path.
package enum EngineError: Error, Hashable, Sendable {
  /// The key at `index` of the request is not well formed.
  case invalidKey(index: Int)
  /// The operation at `index` does not apply to the present value, or its result exceeds Int64.
  case invalidOperation(index: Int, message: String)
  /// A key changed after the revision the request named; nothing was applied.
  case conflict(key: String, changedAt: UInt64)
  /// The request named a revision in the future.
  case revisionAhead(current: UInt64)
  /// The key at `index` of the request is derived and cannot be written.
  case derivedKey(index: Int, key: String)
  /// The key at `index` of the request is one of the clock's and cannot be written or derived.
  case clockKey(index: Int)
  /// The key at `index`, or the change as a whole, is not the daemon's alone to make.
  indirect case shared(SharedRefusal, index: Int? = nil)
  /// A key with a value cannot become a derived key.
  case keyHasValue(key: String)
  /// A derived key would depend on itself: each key of the path reads the next, and the last is the
  /// first again.
  case derivationCycle(path: [String])
  /// The request would exceed a limit.
  case limitExceeded(limit: String, value: Int, index: Int?)
  /// The request named something that does not exist.
  case notFound(kind: String, name: String, nearest: String?, index: Int?)
  /// The definition names a handler, which requires a configuration.
  case configurationRequired(index: Int)
  /// The plugin of a style or handler is not installed.
  case pluginUnavailable(plugin: String, index: Int?)
  /// A parameter is not declared in a manifest, or its value has the wrong type or is out of range.
  case invalidParameter(index: Int, name: String, message: String)
  /// A member of a definition names what it may not.
  case invalidMember(index: Int, path: String, message: String)
  /// An expression is invalid, makes values that its place in the definition does not take, or exceeds
  /// a limit.
  case invalidExpression(
    index: Int, path: String, message: String, limit: ExpressionError.Limit? = nil)
  /// The button does not accept presses at the moment.
  case disabled(isBusy: Bool)
  /// The button is hidden, so that it takes no press.
  case hidden
  /// The entry of the button's menu cannot be chosen at the moment.
  case itemDisabled(String)
  /// The condition of the button's action does not hold; with a `failure`, because it has no value.
  case guarded(failure: String?)
  /// Durability is strict and the journal cannot be written. If the change was `applied`, it stays
  /// in effect in memory.
  case notDurable(applied: Bool, revision: UInt64)
  /// The wait timed out. The change stays in effect.
  case timeout(revision: UInt64)

  /// Stands for the place of an operation where a press toggles the button's selection.
  package static let placeOfSelection = -1

  /// The same error about what stands at another place in the request.
  func at(_ place: (Int) -> Int) -> EngineError {
    switch self {
    case .invalidKey(let index): .invalidKey(index: place(index))
    case .invalidOperation(let index, let message):
      .invalidOperation(index: place(index), message: message)
    case .derivedKey(let index, let key): .derivedKey(index: place(index), key: key)
    case .clockKey(let index): .clockKey(index: place(index))
    case .shared(let refusal, let index?): .shared(refusal, index: place(index))
    case .limitExceeded(let limit, let value, let index?):
      .limitExceeded(limit: limit, value: value, index: place(index))
    default: self
    }
  }

  /// There is no button with this id.
  static func noButton(_ id: UTF8String) -> EngineError {
    .notFound(kind: "button", name: id.string, nearest: nil, index: nil)
  }
}
