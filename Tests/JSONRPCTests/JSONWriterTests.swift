import TestSupport
import Testing

@testable import JSONRPC

struct JSONWriterTests {
  @Test func commasStandWhereTheyAreNeeded() {
    let awkward = "b\n"
    let text = written {
      $0.beginObject()
      $0.key("a")
      $0.beginArray()
      $0.int(1)
      $0.null()
      $0.bool(true)
      $0.bool(false)
      $0.string("s")
      $0.beginObject()
      $0.endObject()
      $0.beginArray()
      $0.endArray()
      $0.double(0.5)
      $0.number(rounded3: 2)
      $0.value(raw: "[1]")
      $0.endArray()
      $0.key(awkward)
      $0.string("[")
      $0.key("c")
      $0.string("{,:")
      $0.endObject()
      $0.endLine()
      $0.beginObject()
      $0.endObject()
    }
    #expect(
      text
        == #"{"a":[1,null,true,false,"s",{},[],0.5,2,[1]],"b\n":"[","c":"{,:"}"# + "\n{}")
  }

  @Test func valuesBehindEachOtherAreSeparatedInABatchAndNotBehindALine() {
    let text = written {
      $0.beginArray()
      $0.result(.int(1)) { $0.value(raw: "{}") }
      $0.result(RequestID("x")) { $0.value(raw: "{}") }
      $0.failure(RequestID(2), RPCError(.invalidRequest, "no"))
      $0.endArray()
      $0.endLine()
      $0.result(.null) { $0.int(0) }
    }
    let failure =
      #"{"jsonrpc":"2.0","id":2,"error":{"code":-32600,"message":"no","data":{"reason":"invalidRequest"}}}"#
    #expect(
      text == #"[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":"x","result":{}},"#
        + failure + "]\n" + #"{"jsonrpc":"2.0","id":null,"result":0}"#)
  }

  @Test(arguments: [
    (RPCErrorCode.parseError, -32700, "parseError"), (.invalidRequest, -32600, "invalidRequest"),
  ])
  func everyErrorHasItsNumberAndReason(_ code: RPCErrorCode, _ number: Int, _ reason: String) {
    #expect(
      written { $0.failure(.absent, RPCError(code, "m")) }
        == #"{"jsonrpc":"2.0","id":null,"error":{"code":\#(number),"message":"m","data":{"reason":"\#(reason)"}}}"#
    )
  }

  @Test func anErrorNamesPathAndDetails() {
    let error = RPCError(
      RPCErrorCode(-32005, reason: "limitExceeded"), "at most \"5\"", path: "params.a",
      details: [
        .init("limit", .string("keys")), .init("value", .int(5)), .init("applied", .bool(false)),
      ])
    #expect(
      written { $0.failure(.int(-3), error) }
        == #"{"jsonrpc":"2.0","id":-3,"error":{"code":-32005,"message":"at most \"5\"","data":{"reason":"limitExceeded","path":"params.a","limit":"keys","value":5,"applied":false}}}"#
    )
  }

  @Test func requestsAndNotificationsOfAClient() {
    let request = written {
      $0.beginRequest(RequestID(7), "state.get")
      $0.beginObject()
      $0.key("under")
      $0.string("a")
      $0.endObject()
      $0.endObject()
      $0.endLine()
    }
    #expect(
      request == #"{"jsonrpc":"2.0","id":7,"method":"state.get","params":{"under":"a"}}"# + "\n")
    let news = written {
      $0.beginNotification("buttons.updated")
      $0.beginObject()
      $0.endObject()
      $0.endObject()
    }
    #expect(news == #"{"jsonrpc":"2.0","method":"buttons.updated","params":{}}"#)
  }

  @Test func whatWasWrittenCanBeTakenBack() {
    var writer = JSONWriter(minimumCapacity: 0)
    writer.beginArray()
    writer.int(1)
    let mark = writer.count
    writer.string("gone")
    writer.truncate(to: mark)
    writer.int(2)
    writer.endArray()
    #expect(writer.string == "[1,2]")
    let capacity = writer.capacity
    writer.removeAll(keepingCapacity: true)
    #expect(writer.count == 0)
    #expect(writer.capacity == capacity)
    writer.removeAll(keepingCapacity: false)
    #expect(writer.capacity == 0)
    writer.null()
    #expect(writer.string == "null")
  }

  @Test(arguments: [
    ("", #""""#), ("a", #""a""#), ("\"", #""\"""#), ("\\", #""\\""#), ("/", #""/""#),
    ("\u{8}\t\n\u{C}\r", #""\b\t\n\f\r""#), ("\0\u{1}\u{B}\u{1F}", #""\u0000\u0001\u000b\u001f""#),
    (" \u{7F}", "\" \u{7F}\""), ("é😀\u{2028}", "\"é😀\u{2028}\""),
  ])
  func stringsAreEscapedWhereTheyMustBe(_ text: String, _ json: String) {
    #expect(written { $0.string(text) } == json)
    #expect(written { $0.key(text) } == json + ":")
  }

  @Test func everyByteIsEscapedRightAtEveryPlace() throws {
    let parser = JSONParser()
    for length in 1...34 {
      for place in 0..<length {
        for byte: UInt8 in [0, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7E, 0x7F] {
          var bytes = [UInt8](repeating: UInt8(ascii: "x"), count: length)
          bytes[place] = byte
          let text = String(decoding: bytes, as: UTF8.self)
          let json = written { $0.string(text) }
          #expect(try parser.parse(json).string == text)
          let extra = byte == 0x22 || byte == 0x5C ? 1 : byte < 0x20 ? 5 : 0
          #expect(json.utf8.count == length + 2 + extra)
        }
      }
    }
  }

  @Test func randomStringsComeBack() throws {
    var random = Seed()
    let parser = JSONParser()
    for _ in 0..<scaled(3_000, few: 500) {
      let text = String.random(maxLength: 60, using: &random)
      #expect(try parser.parse(written { $0.string(text) }).string == text)
    }
  }
}

extension String {
  /// Characters of every length in UTF-8, many of them in need of an escape.
  static func random(maxLength: Int, using random: inout Seed) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...maxLength, using: &random) {
      let limits: [UInt32] = [0x20, 0x80, 0x80, 0x80, 0x800, 0x10000, 0x110000]
      let limit = limits.randomElement(using: &random) ?? 0x80
      if let scalar = Unicode.Scalar(UInt32.random(in: 0..<limit, using: &random)) {
        text.append(scalar)
      }
      if Bool.random(using: &random) { text.append(Bool.random(using: &random) ? "\"" : "\\") }
    }
    return String(text)
  }
}
