import JSONRPC

@testable import ButtonProtocol

/// Calls `body` with the parsed form of a text, which lives as long as the call.
func withElement<Result>(_ text: String, _ body: (JSONElement) throws -> Result) throws -> Result {
  let parser = JSONParser()
  let element = try parser.parse(text)
  defer { withExtendedLifetime(parser) {} }
  return try body(element)
}

/// What `body` throws; nil when it does not.
func protocolError(_ body: () throws -> Void) throws -> ProtocolError? {
  do {
    try body()
    return nil
  } catch let error as ProtocolError {
    return error
  }
}

/// The text of a value.
func written(_ value: some JSONEncodable) -> String {
  var writer = JSONWriter()
  value.write(into: &writer)
  return writer.string
}
