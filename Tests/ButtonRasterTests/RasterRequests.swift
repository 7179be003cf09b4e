import ButtonProtocol
import JSONRPC

/// Requests out of JSON.
enum RasterRequests {
  static func draw(_ text: String) throws -> RasterDraw {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    return try RasterDraw(json: try parser.parse(text))
  }

  static func sheet(_ text: String) throws -> RasterSheet {
    let parser = JSONParser()
    defer { withExtendedLifetime(parser) {} }
    return try RasterSheet(json: try parser.parse(text))
  }
}
