import ButtonEngine
import ButtonProtocol
import JSONRPC

/// Tells where in a request the places of the engine's errors are.
enum ErrorPaths {
  /// Changes of `state.set`: members of `params.values`.
  case values(JSONElement?)
  /// Operations of `state.update`.
  case operations
  /// Definitions of `buttons.define`.
  case buttons
  /// The request as a whole.
  case params

  /// The path of place `index`, with what follows it.
  func path(_ index: Int?, _ rest: String = "") -> String? {
    guard let index else { return nil }
    switch self {
    case .values(let object):
      guard let object, object.isObject else { return "params.values" }
      for (place, member) in object.members.enumerated() where place == index {
        return "params.values.\(member.key.string)"
      }
      return "params.values"
    case .operations: return "params.operations[\(index)]\(rest)"
    case .buttons: return "params.buttons[\(index)]\(rest)"
    case .params: return rest.isEmpty ? nil : "params\(rest)"
    }
  }
}

extension EngineError {
  /// The error as a client is told.
  func protocolError(path paths: ErrorPaths) -> ProtocolError {
    switch self {
    case .invalidKey(let index):
      return .invalidParams(
        "a key is 1 to 16 segments of A-Z a-z 0-9 _ - joined by dots, 255 bytes at most",
        path: paths.path(index, ".key"))
    case .invalidOperation(let index, let message):
      return .invalidParams(message, path: paths.path(index))
    case .conflict(let key, let changedAt):
      var error = ProtocolError.conflict(
        "\(key) changed at revision \(changedAt); read it again and repeat the request",
        revision: changedAt)
      error.path = "params.ifRevision"
      return error
    case .revisionAhead(let current):
      return .conflict(
        "the revision is yet to come; the present one is \(current)", revision: current)
    case .limitExceeded(let limit, let value, let index):
      return .limitExceeded(
        limit, value: value, "the limit \(limit) is \(value)", path: paths.path(index))
    case .notFound(let kind, let name, let nearest, let index):
      let advice = nearest.map { "; did you mean \"\($0)\"?" } ?? ""
      return .notFound(
        "there is no \(kind) \"\(name)\"\(advice)", path: paths.path(index, ".\(kind)"))
    case .configurationRequired(let index):
      return ProtocolError(
        .configurationRequired,
        "a handler needs a configuration; leave out `configuration: null` or the handler",
        path: paths.path(index, ".handler"))
    case .pluginUnavailable(let plugin, let index):
      return ProtocolError(
        .pluginUnavailable, "plugin \"\(plugin)\" is not installed; see plugins.list",
        path: paths.path(index))
    case .invalidParameter(let index, let name, let message):
      return .invalidParams(message, path: paths.path(index, ".parameters.\(name)"))
    case .disabled(let isBusy):
      return ProtocolError(
        .disabled, isBusy ? "the button is busy" : "the button is disabled", path: "params.id")
    case .timeout(let revision):
      var error = ProtocolError(
        .timeout, "not published in time; the change stands, try sync with a longer timeoutMs")
      error.revision = revision
      return error
    }
  }
}

extension JSONParseError {
  /// The error as a client is told.
  var protocolError: ProtocolError {
    switch self {
    case .tooDeep:
      ProtocolError(.invalidRequest, "nested deeper than \(JSONParser.maxDepth); flatten it")
    default: ProtocolError(.parseError, "\(self)")
    }
  }
}
