package import ButtonModel
package import JSONRPC

/// A well-formed state key, as requests name it.
package struct StateKeyName: JSONDecodable, Hashable, Sendable {
  package let text: UTF8String

  package init(json: JSONElement) throws(ProtocolError) {
    guard let name = json.text else { throw .wrongType(json, expected: "a string") }
    guard StateKey.isValid(name.bytes) else { throw .invalidKey(name.string) }
    text = UTF8String(copying: name.bytes)
  }
}

extension ProtocolError {
  package static func invalidKey(_ name: String, path: String? = nil) -> ProtocolError {
    if name.utf8.count > StateKey.maximumBytes {
      return .limitExceeded(
        "keyBytes", value: StateKey.maximumBytes,
        "a state key has at most \(StateKey.maximumBytes) bytes, this one \(name.utf8.count)",
        path: path)
    }
    let segments = name.split(separator: ".", omittingEmptySubsequences: false).count
    if segments > StateKey.maximumSegments {
      return .limitExceeded(
        "keySegments", value: StateKey.maximumSegments,
        "a state key has at most \(StateKey.maximumSegments) segments, this one \(segments)",
        path: path)
    }
    return .invalidParams(
      "'\(Excerpt(name))' is not a state key: use segments of A–Z, a–z, 0–9, _ and - with dots between them",
      path: path)
  }
}
