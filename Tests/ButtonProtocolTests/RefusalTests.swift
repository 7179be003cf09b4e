import JSONRPC
import TestSupport
import Testing

@testable import ButtonProtocol

@Suite struct RefusalTests {
  /// A request's type and params, where the mistake is, and a word of the message.
  static let mistakes: [(@Sendable (JSONElement) throws -> Void, String, String, String)] = [
    ({ _ = try HelloRequest(params: $0) }, "{}", "params.client", "missing"),
    ({ _ = try HelloRequest(params: $0) }, #"{"client":1}"#, "params.client", "an integer"),
    (
      { _ = try HelloRequest(params: $0) }, #"{"client":"","role":"root"}"#, "params.role",
      "read, press, write, admin"
    ),
    (
      { _ = try HelloRequest(params: $0) }, #"{"client":"","require":["a",2]}"#,
      "params.require[1]", "a string"
    ),
    ({ _ = try SyncRequest(params: $0) }, #"{"timeoutMs":60001}"#, "params.timeoutMs", "60000"),
    ({ _ = try SyncRequest(params: $0) }, #"{"timeoutMs":0}"#, "params.timeoutMs", "from 1"),
    ({ _ = try SyncRequest(params: $0) }, #"{"timeoutMs":1.5}"#, "params.timeoutMs", "an integer"),
    ({ _ = try StateGetRequest(params: $0) }, #"{"keys":["a",""]}"#, "params.keys[1]", "key"),
    ({ _ = try StateGetRequest(params: $0) }, #"{"under":"a."}"#, "params.under", "'a.'"),
    ({ _ = try StateGetRequest(params: $0) }, #"{"limit":0}"#, "params.limit", "at least 1"),
    (
      { _ = try StateSetRequest(params: $0) },
      #"{"values":{"a":1,"checkout.itemCount":9223372036854775808}}"#,
      "params.values.checkout.itemCount", "64-bit"
    ),
    (
      { _ = try StateSetRequest(params: $0) }, #"{"values":{"a":{"b":[0,{"c":1e999}]}}}"#,
      "params.values.a.b[1].c", "64-bit"
    ),
    ({ _ = try StateSetRequest(params: $0) }, #"{"values":{"a b":1}}"#, "params.values.a b", "a b"),
    (
      { _ = try StateSetRequest(params: $0) }, #"{"values":{},"ifRevision":-1}"#,
      "params.ifRevision", "negative"
    ),
    (
      { _ = try StateSetRequest(params: $0) }, #"{"values":{},"wait":"applied"}"#, "params.wait",
      "one of published"
    ),
    (
      { _ = try PointerEnteredRequest(params: $0) }, #"{"id":"a","wait":true}"#, "params.wait",
      "one of published, fleet, not true or false"
    ),
    (
      { _ = try StateUpdateRequest(params: $0) }, #"{"operations":[{"op":"toggle"}]}"#,
      "params.operations[0].key", "missing"
    ),
    (
      { _ = try StateUpdateRequest(params: $0) }, #"{"operations":[{"op":"set","key":"a"}]}"#,
      "params.operations[0].value", "needs a value"
    ),
    (
      { _ = try StateUpdateRequest(params: $0) },
      #"{"operations":[{"op":"increment","key":"a","by":"1"}]}"#, "params.operations[0].by",
      "a number"
    ),
    (
      { _ = try StateUpdateRequest(params: $0) },
      #"{"operations":[{"op":"increment","key":"a","by":{"cel":"1"}}]}"#,
      "params.operations[0].by", "a number"
    ),
    (
      { _ = try StateUpdateRequest(params: $0) },
      #"{"operations":[{"op":"increment","key":"a","value":1}]}"#, "params.operations[0].value",
      "takes 'by'"
    ),
    (
      { _ = try StateUpdateRequest(params: $0) },
      #"{"operations":[{"op":"remove","key":"a","value":1}]}"#, "params.operations[0].value",
      "takes no 'value'"
    ),
    (
      { _ = try StateUpdateRequest(params: $0) }, #"{"operations":{}}"#, "params.operations",
      "array"
    ),
    ({ _ = try ButtonsDefineRequest(params: $0) }, #"{}"#, "params.buttons", "missing"),
    (
      { _ = try ButtonsDefineRequest(params: $0) },
      #"{"buttons":[{"id":"a","style":"plain"},{"id":"b","style":"plain","configuration":{"background":{"strokeWidth":true}}}]}"#,
      "params.buttons[1].configuration.background.strokeWidth", "a number"
    ),
    ({ _ = try ButtonsPatchRequest(params: $0) }, #"{"group":"g"}"#, "params.id", "missing"),
    ({ _ = try ButtonsRemoveRequest(params: $0) }, #"{"ids":"a"}"#, "params.ids", "an array"),
    ({ _ = try ButtonsGetRequest(params: $0) }, #"{}"#, "params.match", "missing"),
    ({ _ = try PressBeganRequest(params: $0) }, #"{"x":1,"y":1}"#, "params.id", "missing"),
    ({ _ = try PressBeganRequest(params: $0) }, #"{"id":"a","x":1}"#, "params.y", "go together"),
    ({ _ = try PressEndedRequest(params: $0) }, #"{"id":"a","y":1}"#, "params.x", "go together"),
    ({ _ = try PressMovedRequest(params: $0) }, #"{"id":"a"}"#, "params.x", "missing"),
    (
      { _ = try PressMovedRequest(params: $0) }, #"{"id":"a","x":-1000000.1,"y":0}"#, "params.x",
      "1000000 points"
    ),
    (
      { _ = try PressMovedRequest(params: $0) }, #"{"id":"a","x":0,"y":1e999}"#, "params.y",
      "64-bit"
    ),
    (
      { _ = try PressMovedRequest(params: $0) },
      #"{"id":"a","x":0,"y":99999999999999999999}"#, "params.y", "64-bit"
    ),
    (
      { _ = try PressMovedRequest(params: $0) }, #"{"id":"a","x":"0","y":0}"#, "params.x",
      "a number"
    ),
    (
      { _ = try PressCancelledRequest(params: $0) }, #"{"id":"a","wait":"x"}"#, "params.wait",
      "one of published"
    ),
    (
      { _ = try LayoutReportRequest(params: $0) }, #"{"id":"a","width":1}"#, "params.height",
      "missing"
    ),
    (
      { _ = try LayoutReportRequest(params: $0) }, #"{"id":"a","width":-1,"height":1}"#,
      "params.width", "0 to 1000000"
    ),
    (
      { _ = try LayoutReportRequest(params: $0) }, #"{"id":"a","width":1,"height":1000001}"#,
      "params.height", "0 to 1000000"
    ),
    (
      { _ = try ButtonsGetRequest(params: $0) }, #"{"match":"a","traits":{"contrats":"high"}}"#,
      "params.traits.contrats", "'contrast'"
    ),
    (
      { _ = try ButtonsGetRequest(params: $0) }, #"{"match":"a","traits":{"contentSize":"l"}}"#,
      "params.traits.contentSize", "xS, S, M, L"
    ),
    (
      { _ = try ButtonsSubscribeRequest(params: $0) }, #"{"match":"a","form":"diff"}"#,
      "params.form", "full, delta"
    ),
    (
      { _ = try ButtonsSubscribeRequest(params: $0) }, #"{"match":"a","maxRate":0}"#,
      "params.maxRate", "leave it out"
    ),
    (
      { _ = try ButtonsSubscribeRequest(params: $0) }, #"{"match":"a","since":{"epoch":"e"}}"#,
      "params.since.tick", "missing"
    ),
    ({ _ = try UnsubscribeRequest(params: $0) }, #"{}"#, "params.subscription", "missing"),
  ]

  @Test(arguments: mistakes.indices)
  func aMistakeIsNamedWithItsPlace(index: Int) throws {
    let (read, params, path, word) = Self.mistakes[index]
    let error = try protocolError { try withElement(params) { try read($0) } }
    #expect(error?.reason == .invalidParams)
    #expect(error?.path == path)
    #expect(error?.message.contains(word) == true, "\(error?.message ?? "nothing")")
  }

  @Test func aKeyBeyondItsLimitsNamesThem() throws {
    let long = String(repeating: "k", count: 256)
    let deep = Array(repeating: "k", count: 17).joined(separator: ".")
    for (key, limit, value) in [(long, "keyBytes", 255), (deep, "keySegments", 16)] {
      let error = try protocolError {
        try withElement(#"{"values":{"\#(key)":1}}"#) { _ = try StateSetRequest(params: $0) }
      }
      #expect(error?.reason == .limitExceeded)
      #expect(error?.limit == limit)
      #expect(error?.value == value)
      #expect(error?.path == "params.values.\(key)")
    }
  }
}
