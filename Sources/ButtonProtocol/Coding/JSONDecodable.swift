package import JSONRPC

/// What can be read from a JSON value.
///
/// An error's path is relative to the value; the caller puts the value's place in front.
package protocol JSONDecodable {
  init(json: JSONElement) throws(ProtocolError)
}

/// What can be written as a JSON value.
package protocol JSONEncodable {
  /// Appends the value.
  func write(into writer: inout JSONWriter)
}
