import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonEngine

/// `valueBytes` counts what a value takes as JSON, however it came to be.
@Suite struct ValueBytesTests {
  private static let limit = 64

  /// A text, and bytes that each of its characters takes as JSON.
  private static let characters: [(String, Int)] = [
    ("a", 1), ("\"", 2), ("\\", 2), ("\n", 2), ("\u{0}", 6), ("\u{1f}", 6), ("é", 2), ("🙂", 4),
    ("\u{7f}", 1), ("/", 1),
  ]

  private func rig() -> Rig {
    var settings = EngineSettings()
    settings.limits.valueBytes = ValueBytesTests.limit
    return Rig(settings)
  }

  /// A text of so many bytes as JSON, as many of them as possible of the character.
  private func text(_ character: String, _ width: Int, bytes: Int) -> StateValue {
    let room = bytes - 2
    let count = room / width
    return .string(
      UTF8String(
        String(repeating: character, count: count)
          + String(repeating: "x", count: room - count * width)))
  }

  private static let tooLong = EngineError.limitExceeded(
    limit: "valueBytes", value: limit, index: 0)

  @Test func aTextIsHeldToTheLimitWithItsEscapes() throws {
    for (character, width) in ValueBytesTests.characters {
      let rig = rig()
      try rig.set(["k": text(character, width, bytes: ValueBytesTests.limit)])
      #expect(throws: ValueBytesTests.tooLong, "\(character.debugDescription)") {
        try rig.set(["k": text(character, width, bytes: ValueBytesTests.limit + 1)])
      }
    }
  }

  @Test func whatOperationsMakeIsHeldToTheLimit() throws {
    for (character, width) in ValueBytesTests.characters {
      let rig = rig()
      // `["` and `"]` in front and behind, `{"k":` and `}`.
      try rig.update([("list", .append(text(character, width, bytes: ValueBytesTests.limit - 2)))])
      #expect(throws: ValueBytesTests.tooLong) {
        try rig.update([("list", .append(.null))])
      }
      #expect(throws: ValueBytesTests.tooLong) {
        try rig.update([
          ("other", .append(text(character, width, bytes: ValueBytesTests.limit - 1)))
        ])
      }
      try rig.update([("object", .merge(patch(character, width, ValueBytesTests.limit)))])
      #expect(throws: ValueBytesTests.tooLong) {
        try rig.update([("object", .merge(patch(character, width, ValueBytesTests.limit + 1)))])
      }
      #expect(throws: ValueBytesTests.tooLong) {
        try rig.update([("object", .merge(.json(#"{"b":1}"#)))])
      }
    }
  }

  /// `{"a":"…"}` of so many bytes.
  private func patch(_ character: String, _ width: Int, _ bytes: Int) -> StateValue {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("a")
    text(character, width, bytes: bytes - 6).write(into: &writer)
    writer.endObject()
    return .json(UTF8String(copying: writer.bytes))
  }

  @Test func anIncrementIsHeldToTheLimit() throws {
    var settings = EngineSettings()
    settings.limits.valueBytes = 3
    let rig = Rig(settings)
    try rig.set(["n": .int(998)])
    try rig.update([("n", .increment(by: .int(1)))])
    #expect(throws: EngineError.limitExceeded(limit: "valueBytes", value: 3, index: 0)) {
      try rig.update([("n", .increment(by: .int(1)))])
    }
    #expect(rig.value("n") == .int(999))
  }

  @Test func anActionWithAValueThatNoKeyCanHaveIsRefused() throws {
    for (character, width) in ValueBytesTests.characters {
      let rig = rig()
      var definition = ButtonDefinition.make("b")
      func action(_ bytes: Int) -> Action {
        Action(operations: [
          ActionOperation(key: "k", kind: .set(text(character, width, bytes: bytes)))
        ])
      }
      definition.action = action(ValueBytesTests.limit)
      try rig.define(definition)
      definition.action = action(ValueBytesTests.limit + 1)
      #expect(throws: ValueBytesTests.tooLong) { try rig.define(definition) }
    }
  }

  @Test func theBytesOfAValueAreThoseThatTheDaemonWrites() throws {
    var seed = Seed()
    for _ in 0..<scaled(2_000) {
      let scalars = (0..<Int.random(in: 0..<30, using: &seed)).map { _ in
        Unicode.Scalar(UInt32.random(in: 0..<0xd800, using: &seed) >> UInt32.random(in: 0..<12))
          ?? " "
      }
      let values: [StateValue] = [
        .string(UTF8String(String(String.UnicodeScalarView(scalars)))),
        .int(Int64.random(in: .min ... .max, using: &seed) >> Int64.random(in: 0..<63)),
        .double(Double(bitPattern: UInt64.random(in: 0 ... .max, using: &seed))), .bool(true),
        .null,
      ]
      for value in values {
        if case .double(let number) = value, !number.isFinite { continue }
        var writer = JSONWriter()
        value.write(into: &writer)
        #expect(!value.isLongerAsJSON(than: writer.count))
        #expect(value.isLongerAsJSON(than: writer.count - 1))
      }
    }
  }
}
