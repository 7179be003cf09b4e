import Testing

@testable import JSONRPC

struct ResponseEnvelopeTests {
  private let parser = JSONParser()

  /// A message in a notation of its own, its strings copied.
  private func read(_ text: String, index: Int? = nil) throws -> String {
    let line = PaddedLine(text)
    var element = try parser.parse(line.bytes)
    if let index { element = try #require(Array(element.elements).dropFirst(index).first) }
    switch ResponseEnvelope(element, line: line.bytes, index: index) {
    case .result(let id, let value):
      return written { $0.id(id) } + " = \(value.kind)"
    case .failure(let id, let error):
      let copy = error.retained
      return written { $0.id(id) }
        + " ! \(copy.code.number) \(copy.code.reason) \(copy.message) \(copy.path ?? "-")"
    case .notification(let method, let params):
      return "\(method.string) \(params?.count ?? -1)"
    case .malformed:
      return "malformed"
    }
  }

  @Test(arguments: [
    (#"{"jsonrpc":"2.0","id":1,"result":{}}"#, "1 = object"),
    (#"{"jsonrpc":"2.0","id":"a\u0041","result":null}"#, #""a\u0041" = null"#),
    (#"{"jsonrpc":"2.0","result":[],"id":1.0}"#, "1.0 = array"),
    (#"{"jsonrpc":"2.0","method":"m","params":{"a":1}}"#, "m 1"),
    (#"{"jsonrpc":"2.0","method":"m"}"#, "m -1"),
    (
      #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no","data":{"reason":"parseError"}}}"#,
      "null ! -32700 parseError no -"
    ),
    (
      #"{"jsonrpc":"2.0","id":4,"error":{"code":-32602,"message":"x","data":{"reason":"invalidParams","path":"params.a"}}}"#,
      "4 ! -32602 invalidParams x params.a"
    ),
    (#"{"jsonrpc":"2.0","id":4,"error":{"code":7}}"#, "4 ! 7   -"),
    (#"{"jsonrpc":"2.0","id":1}"#, "malformed"),
    (#"{"jsonrpc":"2.0","id":1,"result":1,"error":{"code":1}}"#, "malformed"),
    (#"{"jsonrpc":"2.0","id":1,"error":{}}"#, "malformed"),
    (#"{"jsonrpc":"2.0","id":{},"result":1}"#, "malformed"),
    (#"{"jsonrpc":"2.0"}"#, "malformed"), (#"{"id":1,"result":1}"#, "malformed"),
    ("[]", "malformed"), ("1", "malformed"),
  ])
  func aServersMessageIsTold(_ line: String, _ expected: String) throws {
    #expect(try read(line) == expected)
  }

  @Test func ofABatchEveryAnswerKeepsItsID() throws {
    let line =
      #"[{"jsonrpc":"2.0","id":1.0,"result":1},{"jsonrpc":"2.0","id":"\/","result":""}]"#
    #expect(try read(line, index: 0) == "1.0 = integer")
    #expect(try read(line, index: 1) == #""\/" = string"#)
  }

  @Test func aWrittenResponseIsReadBack() throws {
    var writer = JSONWriter()
    writer.result(.int(5)) { $0.bool(true) }
    #expect(try read(writer.string) == "5 = bool")
    writer.removeAll(keepingCapacity: true)
    writer.failure(.null, RPCError(.invalidRequest, "say \"x\"", path: "params.x"))
    #expect(try read(writer.string) == #"null ! -32600 invalidRequest say "x" params.x"#)
  }
}
