package import JSONRPC

extension ProtocolError {
  /// The error as seen from the object whose member it is about.
  package func under(_ name: String) -> ProtocolError {
    var error = self
    switch path {
    case nil: error.path = name
    case let path? where path.hasPrefix("[") || path.isEmpty: error.path = name + path
    case let path?: error.path = "\(name).\(path)"
    }
    error.others = others.map { $0.under(name) }
    return error
  }

  package func under(index: Int) -> ProtocolError { under("[\(index)]") }

  func advised(_ advice: String) -> ProtocolError {
    var error = self
    error.message += "; \(advice)"
    return error
  }

  package static func wrongType(_ found: JSONElement, expected: String) -> ProtocolError {
    let error = invalidParams("must be \(expected), not \(found.typeName)")
    let isScalar = !found.isObject && !found.isArray && !found.isNull
    return isScalar && ["a text", "a string"].contains(expected) ? error.advised("quote it") : error
  }

  static func outOfRange(path: String? = nil) -> ProtocolError {
    invalidParams("must be a number within the range of 64-bit integers and floats", path: path)
  }
}

extension JSONElement {
  /// The type's name with its article, for messages.
  package var typeName: String {
    switch kind {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .integer: "an integer"
    case .outOfRangeInteger: "a number out of range"
    case .double: "a number"
    case .bool: "true or false"
    case .null: "null"
    }
  }
}
