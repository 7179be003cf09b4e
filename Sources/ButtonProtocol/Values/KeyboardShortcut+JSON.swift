package import ButtonModel
package import JSONRPC

extension KeyboardShortcut: JSONDecodable, JSONEncodable {
  package init(json: JSONElement) throws(ProtocolError) {
    let text = try String(json: json)
    do throws(Mistake) {
      try self.init(text)
    } catch {
      throw .invalidParams(error.message)
    }
  }

  package func write(into writer: inout JSONWriter) { writer.string(text) }
}
