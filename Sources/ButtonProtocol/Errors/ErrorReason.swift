/// Why a request failed: `data.reason` of an error.
package enum ErrorReason: String, Hashable, Sendable, CaseIterable {
  // Of JSON-RPC itself.
  case parseError, invalidRequest, methodNotFound, invalidParams, internalError
  // Of this protocol.
  case notFound, conflict, forbidden, configurationRequired, limitExceeded, pluginUnavailable
  case timeout, capabilityMissing, disabled, notDurable, invalidConfiguration
  case derivedKey, guarded, fleetUnavailable

  package var code: Int { row.code }

  package var summary: StaticString { row.summary }

  private var row: (code: Int, summary: StaticString) {
    switch self {
    case .parseError: (-32700, "The line is not JSON.")
    case .invalidRequest:
      (-32600, "It is JSON and no request; or a line is too long or nested too deep.")
    case .methodNotFound: (-32601, "There is no such method.")
    case .invalidParams:
      (
        -32602,
        """
        A parameter is missing, of the wrong type, out of range, or unknown in a definition.
        """
      )
    case .internalError: (-32603, "The daemon is at fault; its log says more.")
    case .notFound: (-32001, "No such button, style, plugin or subscription.")
    case .conflict:
      (-32002, "ifRevision did not hold; nothing was applied. data.revision is the present one.")
    case .forbidden: (-32003, "This client may not do that, or not connect.")
    case .configurationRequired: (-32004, "A handler on a button without configuration.")
    case .limitExceeded: (-32005, "data.limit and data.value name the limit.")
    case .pluginUnavailable:
      (-32006, "The plugin of a style or handler is not installed, or cannot do what is asked.")
    case .timeout: (-32007, "A sync or wait ran out; a change stays applied.")
    case .capabilityMissing: (-32008, "hello required what this server lacks.")
    case .disabled:
      (-32009, "A press begins, or a trigger comes, on a button that is disabled or busy.")
    case .notDurable:
      (
        -32010,
        """
        Durability is strict and changes cannot be written; data.applied says whether this one \
        stands in memory.
        """
      )
    case .invalidConfiguration:
      (-32011, "The daemon's configuration is wrong; the one before stays in force.")
    case .derivedKey: (-32012, "The key is derived from other keys and cannot be written.")
    case .guarded: (-32013, "The condition of the button's action does not hold.")
    case .fleetUnavailable:
      (
        -32014,
        """
        The change needs a scope of the fleet that is out of reach, and may not wait; nothing was \
        applied.
        """
      )
    }
  }

  package init?(code: Int) {
    guard let reason = ErrorReason.allCases.first(where: { $0.code == code }) else { return nil }
    self = reason
  }
}
