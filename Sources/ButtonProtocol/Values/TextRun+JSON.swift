import ButtonModel
import JSONRPC

extension TextRun {
  /// The JSON text of the runs in a definition's array.
  static func json(_ array: JSONElement) throws(ProtocolError) -> UTF8String {
    var writer = JSONWriter()
    do {
      try writer.canonical(array)
    } catch {
      throw .invalidParams("must be \(expectation)")
    }
    do throws(TextRunError) {
      return json(try runs(json: writer.bytes))
    } catch {
      throw .invalidParams(error.message, path: error.path.isEmpty ? nil : error.path)
    }
  }
}
