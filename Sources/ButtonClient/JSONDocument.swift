import ButtonModel
package import ButtonProtocol
package import JSONRPC

/// A JSON value as text, without line ends in it.
public struct JSONDocument: Hashable, Sendable {
  /// The text's UTF-8.
  public let bytes: [UInt8]

  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A document from any JSON text, white space between its parts taken out.
  public init(_ text: String) throws(ClientError) {
    let parser = JSONParser()
    do {
      self.init(copying: try parser.parse(text))
    } catch {
      throw ClientError(.unsendable, error.explanation)
    }
    withExtendedLifetime(parser) {}
  }

  /// A copy of a parsed value: members in their order, numbers in their shortest form.
  package init(copying element: JSONElement) {
    var writer = JSONWriter()
    writer.copy(element)
    bytes = [UInt8](writer.bytes)
  }

  /// What a writer holds.
  package init(_ writer: borrowing JSONWriter) {
    bytes = [UInt8](writer.bytes)
  }

  /// Reads the document; what `body` is given is valid only inside it.
  package func read<Value, Failure: Error>(
    _ body: (JSONElement) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let parser = JSONParser()
    let element = bytes.withUnsafeBytes { try? parser.parse(copying: $0) }
    defer { withExtendedLifetime(parser) {} }
    guard let element else { return nil }
    return try body(element)
  }

  /// The message that the document is.
  package func decode<Body: Message>(
    as type: Body.Type = Body.self
  ) throws(ClientError) -> Body {
    do {
      let body = try read { element throws(ProtocolError) in try Body(json: element) }
      if let body { return body }
    } catch {
      throw ClientError(
        .unexpectedAnswer, "the daemon's answer is not understood: \(error.message)",
        path: error.path)
    }
    throw ClientError(.unexpectedAnswer, "the daemon's answer is no JSON")
  }
}

extension JSONParseError {
  /// Why a text is not taken, in words.
  package var explanation: String {
    switch self {
    case .syntax: "this is not JSON"
    case .tooDeep: "JSON is read up to \(JSONParser.maxDepth) levels of nesting"
    case .tooLarge: "this JSON is too large"
    }
  }
}
