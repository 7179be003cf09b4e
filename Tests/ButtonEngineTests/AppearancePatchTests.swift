import ButtonEngine
import JSONRPC
import TestSupport
import Testing

/// What a patch says, and that it leads to exactly the later look.
@Suite struct AppearancePatchTests {
  /// The patch from one appearance to another; nil where none can say it.
  private func patch(_ old: String, _ new: String) -> String? {
    var writer = JSONWriter()
    let isWritten = Array(old.utf8).withUnsafeBytes { old in
      Array(new.utf8).withUnsafeBytes { new in
        AppearancePatch(from: old, to: new).write(into: &writer)
      }
    }
    return isWritten ? writer.string : nil
  }

  @Test(arguments: [
    (#"{"a":1,"b":"x"}"#, #"{"a":1,"b":"x"}"#, "{}"),
    (#"{"a":1,"b":"x"}"#, #"{"a":2,"b":"x"}"#, #"{"a":2}"#),
    (#"{"a":1,"b":"x"}"#, #"{"b":"x"}"#, #"{"a":null}"#),
    (#"{"a":1}"#, #"{"a":1,"b":true}"#, #"{"b":true}"#),
    (#"{}"#, #"{"a":1}"#, #"{"a":1}"#),
    (#"{"a":1}"#, #"{}"#, #"{"a":null}"#),
    (#"{"a":1,"b":2,"c":3}"#, #"{"c":3,"b":2,"a":1}"#, "{}"),
    (#"{"a":"1","b":2}"#, #"{"a":"1,\"b\":3","b":2}"#, #"{"a":"1,\"b\":3"}"#),
    (#"{"a":"\\","b":2}"#, #"{"a":"\\","b":3}"#, #"{"b":3}"#),
    (#"{"a":[1,{"b":2}],"c":1}"#, #"{"a":[1,{"b":3}],"c":1}"#, #"{"a":[1,{"b":3}]}"#),
    (#"{"x-n":null}"#, #"{"x-n":null,"a":1}"#, #"{"a":1}"#),
    (#"{"x-n":null}"#, #"{"a":1}"#, #"{"a":1,"x-n":null}"#),
  ])
  func aPatchNamesWhatDiffersAndNothingElse(_ old: String, _ new: String, _ expected: String) {
    #expect(patch(old, new) == expected)
  }

  @Test func whatAMergePatchCannotSayIsLeftToTheWholeLook() {
    #expect(patch(#"{"a":1}"#, #"{"a":1,"x-n":null}"#) == nil)
    #expect(patch(#"{"a":{"b":1}}"#, #"{"a":{"c":1}}"#) == nil)
    #expect(patch(#"{"a":{"b":1}}"#, #"{"a":{"b":1},"c":2}"#) == #"{"c":2}"#)
  }

  @Test func aPatchLaidOverTheEarlierLookGivesTheLaterOne() throws {
    var seed = Seed()
    let values = ["1", "2.5", "true", "\"a\\\"}{,\"", "\"\"", "[1,[2]]", "null", "{\"z\":1}"]
    func appearance() -> String {
      let names = ["a", "b", "c\\\\", "d\\\"", "e", "f"].shuffled(using: &seed)
      let members = names.prefix(Int(seed.next() % 7)).map { name in
        "\"\(name)\":\(values[Int(seed.next() % UInt64(seed.next() % 4 == 0 ? 8 : 6))])"
      }
      return "{\(members.joined(separator: ","))}"
    }
    for _ in 0..<scaled(2_000) {
      let (old, new) = (appearance(), appearance())
      guard let patch = patch(old, new) else { continue }
      let wires = try [old, new, patch].map { text in
        try Array(text.utf8).withUnsafeBytes { try Wire($0) }
      }
      #expect(wires[0].patched(by: wires[2]) == wires[1], "\(old) to \(new) by \(patch)")
    }
  }
}
