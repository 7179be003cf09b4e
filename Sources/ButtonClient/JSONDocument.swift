import ButtonModel
package import ButtonProtocol
package import JSONRPC

/// A JSON value as text on one line.
public struct JSONDocument: Hashable, Sendable {
  /// The text's UTF-8.
  public let bytes: [UInt8]

  /// False for a message with a number that JSON does not have; null stands in its place.
  package private(set) var isSendable = true

  /// The text.
  public var text: String { String(decoding: bytes, as: UTF8.self) }

  /// A document from any JSON text, without white space between its parts.
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

  /// What a writer has written.
  package init(_ writer: borrowing JSONWriter) {
    bytes = [UInt8](writer.bytes)
    isSendable = !writer.hasReplacedNumber
  }

  /// An object with the members that the closure writes.
  package init(_ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    members(&writer)
    writer.endObject()
    self.init(writer)
  }

  /// A message.
  package init(_ message: some Message) {
    self.init { writer in
      writer.replacesNumbers = true
      message.writeMembers(into: &writer)
    }
  }

  /// Reads the document; the element is valid only inside `body`.
  package func read<Value, Failure: Error>(
    _ body: (JSONElement) throws(Failure) -> Value
  ) throws(Failure) -> Value? {
    let parser = JSONParser(maxDepth: JSONParser.maxWrittenDepth)
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
        .unexpectedAnswer, "cannot read the daemon's answer: \(error.message)",
        path: error.path)
    }
    throw ClientError(.unexpectedAnswer, "the daemon's answer is not JSON")
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
