/// Why a request failed: the word in `data.reason` of an error, and the number that goes with it.
package enum ErrorReason: String, Hashable, Sendable, CaseIterable {
  /// The line is not JSON.
  case parseError
  /// The JSON is not a JSON-RPC request.
  case invalidRequest
  /// There is no method of that name.
  case methodNotFound
  /// A parameter is missing, of the wrong type or out of range; `path` names it.
  case invalidParams
  /// The daemon failed; its log says how.
  case internalError
  /// No such key, button, style, plugin or subscription.
  case notFound
  /// `ifRevision` did not match; nothing was applied.
  case conflict
  /// The connection's role does not allow it.
  case forbidden
  /// A handler on a button without configuration.
  case configurationRequired
  /// A limit is reached; `limit` and `value` name it.
  case limitExceeded
  /// The plugin of the style or handler is not there or quarantined.
  case pluginUnavailable
  /// A `sync` or `wait` ran out.
  case timeout
  /// `hello` required what this server lacks.
  case capabilityMissing
  /// A press or trigger on a button that is disabled or busy.
  case disabled
  /// Durability is strict and the commit failed; `applied` says whether the change stands in memory.
  case notDurable
  /// The daemon's configuration is wrong; the one before stays in force.
  case invalidConfiguration

  /// The number in `code`.
  package var code: Int {
    switch self {
    case .parseError: -32700
    case .invalidRequest: -32600
    case .methodNotFound: -32601
    case .invalidParams: -32602
    case .internalError: -32603
    case .notFound: -32001
    case .conflict: -32002
    case .forbidden: -32003
    case .configurationRequired: -32004
    case .limitExceeded: -32005
    case .pluginUnavailable: -32006
    case .timeout: -32007
    case .capabilityMissing: -32008
    case .disabled: -32009
    case .notDurable: -32010
    case .invalidConfiguration: -32011
    }
  }

  /// The reason behind a code, nil for a code that this protocol does not know.
  package init?(code: Int) {
    guard let reason = ErrorReason.allCases.first(where: { $0.code == code }) else { return nil }
    self = reason
  }
}
