import ButtonModel
import JSONRPC
import Testing

@testable import ButtonProtocol

@Suite struct MergePatchTests {
  /// The examples of RFC 7396, appendix A, and some more: target, patch, result.
  static let examples: [(String, String, String)] = [
    (#"{"a":"b"}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"b"}"#, #"{"b":"c"}"#, #"{"a":"b","b":"c"}"#),
    (#"{"a":"b"}"#, #"{"a":null}"#, #"{}"#),
    (#"{"a":"b","b":"c"}"#, #"{"a":null}"#, #"{"b":"c"}"#),
    (#"{"a":["b"]}"#, #"{"a":"c"}"#, #"{"a":"c"}"#),
    (#"{"a":"c"}"#, #"{"a":["b"]}"#, #"{"a":["b"]}"#),
    (#"{"a":{"b":"c"}}"#, #"{"a":{"b":"d","c":null}}"#, #"{"a":{"b":"d"}}"#),
    (#"{"a":[{"b":"c"}]}"#, #"{"a":[1]}"#, #"{"a":[1]}"#),
    (#"["a","b"]"#, #"["c","d"]"#, #"["c","d"]"#),
    (#"{"a":"b"}"#, #"["c"]"#, #"["c"]"#),
    (#"{"a":"foo"}"#, #"null"#, #"null"#),
    (#"{"a":"foo"}"#, #""bar""#, #""bar""#),
    (#"{"e":null}"#, #"{"a":1}"#, #"{"a":1,"e":null}"#),
    (#"[1,2]"#, #"{"a":"b","c":null}"#, #"{"a":"b"}"#),
    (#"{}"#, #"{"a":{"bb":{"ccc":null}}}"#, #"{"a":{"bb":{}}}"#),
    (#"{"z":1,"z":2,"a":0}"#, #"{"m":1,"m":null}"#, #"{"a":0,"z":2}"#),
  ]

  @Test(arguments: examples)
  func patchesMergeAsTheRFCSays(target: String, patch: String, result: String) throws {
    let merged = try withElement(target) { target in
      try withElement(patch) { patch in
        var writer = JSONWriter()
        try MergePatch.write(target, patchedBy: patch, into: &writer)
        return writer.string
      }
    }
    #expect(merged == result)
  }

  @Test func aNumberOutOfRangeIsNamedWithItsPlace() throws {
    let error = try protocolError {
      try withElement(#"{"a":{"b":1e999}}"#) {
        _ = try MergePatch.apply($0, to: .json(#"{"a":{"b":1}}"#))
      }
    }
    #expect(error?.reason == .invalidParams)
  }
}
