import ButtonProtocol
import JSONRPC

/// Requests as the daemon reads them: one line each.
enum RequestLine {
  /// The line of a request.
  static func of(_ request: some Request, id: Int64) -> [UInt8] {
    line(id, "\(type(of: request).method)") { request.write(into: &$0) }
  }

  /// The line of any method with params that are JSON already.
  static func of(_ method: String, _ params: JSONDocument, id: Int64) -> [UInt8] {
    line(id, method) { writer in
      params.bytes.withUnsafeBytes { writer.value(raw: $0) }
    }
  }

  private static func line(
    _ id: Int64, _ method: String, params: (inout JSONWriter) -> Void
  ) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginRequest(RequestID(id), method)
    params(&writer)
    writer.endObject()
    writer.endLine()
    return [UInt8](writer.bytes)
  }
}
