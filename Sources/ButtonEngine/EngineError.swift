package import ButtonExpressions
import ButtonModel

/// Why the engine refused a request; the service adds the protocol's code, reason and path. An
/// `index` is a place in the request.
package enum EngineError: Error, Hashable, Sendable {
  /// The key at `index` is not well formed.
  case invalidKey(index: Int)
  /// The operation does not apply to the present value, or its result exceeds Int64.
  case invalidOperation(index: Int, message: String)
  /// A key changed after the named revision; nothing was applied.
  case conflict(key: String, changedAt: UInt64)
  case revisionAhead(current: UInt64)
  /// A derived key cannot be written.
  case derivedKey(index: Int, key: String)
  /// A key of the clock cannot be written or derived.
  case clockKey(index: Int)
  /// The key at `index`, or the change as a whole, is not the daemon's alone to make.
  indirect case shared(SharedRefusal, index: Int? = nil)
  case keyHasValue(key: String)
  /// Each key of the path reads the next; the last is the first again.
  case derivationCycle(path: [String])
  case limitExceeded(limit: String, value: Int, index: Int?)
  case notFound(kind: String, name: String, nearest: String?, index: Int?)
  /// The definition names a handler, which requires a configuration.
  case configurationRequired(index: Int)
  case pluginUnavailable(plugin: String, index: Int?)
  /// A parameter is not declared in a manifest, or its value has the wrong type or is out of range.
  case invalidParameter(index: Int, name: String, message: String)
  /// A member of a definition names what it may not.
  case invalidMember(index: Int, path: String, message: String)
  /// It is invalid, makes values that its place does not take, or exceeds a limit.
  case invalidExpression(
    index: Int, path: String, message: String, limit: ExpressionError.Limit? = nil)
  case disabled(isBusy: Bool)
  case hidden
  case itemDisabled(String)
  /// The condition of the button's action does not hold; with a `failure`, because it has no value.
  case guarded(failure: String?)
  /// Durability is strict and the journal cannot be written. An `applied` change stays in memory.
  case notDurable(applied: Bool, revision: UInt64)
  /// The change stays in effect.
  case timeout(revision: UInt64)

  /// Stands for the index of an operation where a press toggles the selection.
  package static let placeOfSelection = -1

  /// The same error about another place in the request.
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

  static func noButton(_ id: UTF8String) -> EngineError {
    .notFound(kind: "button", name: id.string, nearest: nil, index: nil)
  }
}
