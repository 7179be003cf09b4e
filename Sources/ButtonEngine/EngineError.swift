import ButtonModel

/// Why the engine refused; the service turns it into code, reason, path and advice.
package enum EngineError: Error, Hashable, Sendable {
  /// Place `index` of the request names a key that is not well formed.
  case invalidKey(index: Int)
  /// Place `index` cannot be done to the value that is there, or would leave the range of Int64.
  case invalidOperation(index: Int, message: String)
  /// A key changed after the revision the request named; nothing was applied.
  case conflict(key: String, changedAt: UInt64)
  /// The request named a revision that is yet to come.
  case revisionAhead(current: UInt64)
  /// A limit was met.
  case limitExceeded(limit: String, value: Int, index: Int?)
  /// There is no such thing.
  case notFound(kind: String, name: String, nearest: String?, index: Int?)
  /// A handler needs a configuration.
  case configurationRequired(index: Int)
  /// The plugin of a style or a handler is not there.
  case pluginUnavailable(plugin: String, index: Int?)
  /// A parameter that no manifest declares, or one of the wrong type or range.
  case invalidParameter(index: Int, name: String, message: String)
  /// The button takes no press now.
  case disabled(isBusy: Bool)
  /// Durability is strict and nothing can be written: a change that was applied stands in memory.
  case notDurable(applied: Bool, revision: UInt64)
  /// The wait ran out; the change stands.
  case timeout(revision: UInt64)

  /// There is no button with this id.
  static func noButton(_ id: UTF8String) -> EngineError {
    .notFound(kind: "button", name: id.string, nearest: nil, index: nil)
  }
}
