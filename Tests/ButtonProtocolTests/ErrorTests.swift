import JSONRPC
import Testing

@testable import ButtonProtocol

@Suite struct ErrorTests {
  /// The table of the protocol, as published.
  static let codes: [(Int, String)] = [
    (-32700, "parseError"), (-32600, "invalidRequest"), (-32601, "methodNotFound"),
    (-32602, "invalidParams"), (-32603, "internalError"), (-32001, "notFound"),
    (-32002, "conflict"), (-32003, "forbidden"), (-32004, "configurationRequired"),
    (-32005, "limitExceeded"), (-32006, "pluginUnavailable"), (-32007, "timeout"),
    (-32008, "capabilityMissing"), (-32009, "disabled"), (-32010, "notDurable"),
    (-32011, "invalidConfiguration"), (-32012, "derivedKey"),
    (-32013, "guarded"), (-32014, "fleetUnavailable"),
  ]

  @Test(arguments: codes)
  func everyReasonHasItsCode(code: Int, name: String) {
    #expect(ErrorReason(code: code)?.rawValue == name)
    #expect(ErrorReason(rawValue: name)?.code == code)
  }

  @Test func noReasonIsMissingFromTheTable() {
    #expect(ErrorReason.allCases.count == Self.codes.count)
    #expect(ErrorReason(code: -1) == nil)
  }

  @Test func anErrorSurvivesTheWire() throws {
    var error = ProtocolError.limitExceeded(
      "keys", value: 10, "the limit is \"10\"", path: "params.values.a")
    error.revision = 4
    error.applied = false
    var writer = JSONWriter()
    writer.failure(RequestID(7), error.rpcError)
    #expect(
      writer.string
        == #"{"jsonrpc":"2.0","id":7,"error":{"code":-32005,"message":"the limit is \"10\"","#
        + #""data":{"reason":"limitExceeded","path":"params.values.a","limit":"keys","value":10,"#
        + #""revision":4,"applied":false}}}"#)
    let text = writer.string
    let read = try withElement(text) { element -> ProtocolError? in
      var line = Array(text.utf8)
      return line.withUnsafeMutableBytes { bytes in
        guard
          case .failure(_, let view) = ResponseEnvelope(
            element, line: UnsafeRawBufferPointer(bytes))
        else { return nil }
        return ProtocolError(view)
      }
    }
    #expect(read == error)
  }

  @Test func pathsGrowFromTheInside() {
    let error = ProtocolError.invalidParams("no")
    #expect(error.under("b").path == "b")
    #expect(error.under("b").under(index: 3).path == "[3].b")
    #expect(
      error.under(index: 2).under(index: 3).under("a").under("params").path == "params.a[3][2]")
  }
}
