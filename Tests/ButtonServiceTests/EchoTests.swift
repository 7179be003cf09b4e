import ButtonModel
import TestSupport
import Testing

@testable import ButtonService

@Suite struct EchoTests {
  /// Requests with something wrong that is as long as the client likes: LONG.
  static let requests = [
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"LONG"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"LONG/x"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"x/LONG"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"a/b/LONG"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"plain","handler":"LONG"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"plain","handler":"LONG/x"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"LONG","style":"plain"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":" LONG","style":"plain"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"plain","LONG":1}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"plain","role":"LONG"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"plain","group":"LONG"}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"plain","parameters":{"LONG":1}}]}"#),
    (#"buttons.define"#, #"{"buttons":[{"id":"a","style":"plain","configuration":{"LONG":1}}]}"#),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","configuration":{"background":{"LONG":1}}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","configuration":{"buttonSize":"LONG"}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","configuration":{"baseForegroundColor":"LONG"}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","configuration":{"baseForegroundColor":"\u0023LONG"}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","configuration":{"titleColorTransformer":"LONG"}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","configuration":{"titleColorTransformer":{"LONG":1}}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","configuration":{"attributedTitle":{"text":"","fontWeight":"LONG"}}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","stateValues":{"LONG":{"normal":"x"}}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","stateValues":{"title":{"LONG":"x"}}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","isEnabled":{"state":"LONG "}}]}"#
    ),
    (
      #"buttons.define"#,
      #"{"buttons":[{"id":"a","style":"plain","action":{"operations":[{"op":"LONG","key":"a"}]}}]}"#
    ),
    (#"buttons.patch"#, #"{"id":"LONG"}"#),
    (#"buttons.trigger"#, #"{"id":"LONG"}"#),
    (#"buttons.get"#, #"{"match":"a","traits":{"LONG":1}}"#),
    (#"buttons.get"#, #"{"match":"a","traits":{"tint":"LONG"}}"#),
    (#"buttons.get"#, #"{"match":{"LONG":"a"}}"#),
    (#"buttons.subscribe"#, #"{"match":"a","form":"LONG"}"#),
    (#"unsubscribe"#, #"{"subscription":"LONG"}"#),
    (#"state.set"#, #"{"values":{"LONG":1}}"#),
    (#"state.set"#, #"{"values":{" LONG":1}}"#),
    (#"state.set"#, #"{"values":{"a":{"LONG":1e999}}}"#),
    (#"state.update"#, #"{"operations":[{"op":"LONG","key":"a"}]}"#),
    (#"state.get"#, #"{"keys":["LONG"]}"#),
    (#"hello"#, #"{"client":"","role":"LONG"}"#),
    (#"hello"#, #"{"client":"","require":["LONG"]}"#),
    (#"LONG"#, #"{}"#),
  ]

  @Test(arguments: requests.indices)
  func aRefusalRepeatsLittleOfWhatWasSent(index: Int) throws {
    let (method, params) = EchoTests.requests[index]
    let long = String(repeating: "n", count: 200_000)
    let daemon = MemoryDaemon()
    daemon.open("a")
    let text = #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#
    daemon.send(Array(text.replacing("LONG", with: long).utf8))
    let bytes = try #require(daemon.receive())
    #expect(bytes.count < 1_500)
    let answer = try JSONTree(parsing: String(decoding: bytes, as: UTF8.self))
    let message = try #require(answer["error"]?["message"]?.string, "\(answer.text)")
    #expect(!message.contains(String(repeating: "n", count: Excerpt.maximumBytes + 1)))
  }
}
