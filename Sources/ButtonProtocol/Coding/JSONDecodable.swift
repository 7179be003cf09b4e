package import JSONRPC

/// Error paths are relative to the value; the caller puts the value's place in front.
package protocol JSONDecodable {
  init(json: JSONElement) throws(ProtocolError)
}

package protocol JSONEncodable {
  func write(into writer: inout JSONWriter)
}
