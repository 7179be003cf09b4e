import ButtonModel
import PluginChannel
import Testing

/// The small frames, and the bytes they are made of.
struct ChannelFrameTests {
  private let load = LoadFrame(
    libraryPath: "/p/libPill.so", pluginID: "org.example.pill", version: "1.2.3", abiMajor: 1,
    abiMinor: 2, styles: ["pill", "ö"], handlers: [], reads: ["state.*"], memoryMiB: 64,
    conditions: CheckConditions([.scrubsTexts, .reportsRefusals], lives: 1_000))
  private let hello = HelloFrame(
    processID: 77, abiMajor: 1, abiMinor: 0, pluginID: "org.example.pill", version: "1.2.3")

  private func bytes(_ write: (inout FrameBuffer) -> Void) -> [UInt8] {
    var buffer = FrameBuffer()
    write(&buffer)
    return Array(buffer.bytes)
  }

  private func payload(_ write: (inout FrameBuffer) -> Void) -> [UInt8] {
    Array(bytes(write)[FrameHeader.byteCount...])
  }

  @Test func smallFramesComeOutAsTheyWentIn() throws {
    #expect(try payload(load.write).withUnsafeBytes { try LoadFrame(payload: $0) } == load)
    #expect(try payload(hello.write).withUnsafeBytes { try HelloFrame(payload: $0) } == hello)
    let log = LogFrame(level: .warning, message: "watch out")
    #expect(try payload(log.write).withUnsafeBytes { try LogFrame(payload: $0) } == log)
    let update = UpdateFrame(handle: .max)
    #expect(try payload(update.write).withUnsafeBytes { try UpdateFrame(payload: $0) } == update)
    let failed = FailedFrame(message: "no such file")
    #expect(try payload(failed.write).withUnsafeBytes { try FailedFrame(payload: $0) } == failed)
    for item: UInt32? in [nil, 3] {
      let note = NoteFrame(
        .refusedSet, item: item, status: -4, valueType: 3, bits: 7, second: 8, name: "opacity",
        text: "é")
      #expect(try payload(note.write).withUnsafeBytes { try NoteFrame(payload: $0) } == note)
    }
  }

  @Test func bytesAreThoseOfTheDocument() {
    #expect(bytes(StopFrame().write) == [0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0])
    #expect(
      bytes(UpdateFrame(handle: 0x0102).write)
        == [8, 0, 0, 0, 67, 0, 0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0])
    #expect(
      bytes(LogFrame(level: .error, message: "é").write)
        == [5, 0, 0, 0, 66, 0, 0, 0, 0, 0, 0, 0, 3, 2, 0, 0xC3, 0xA9])
    var buffer = FrameBuffer()
    buffer.append(StateValue?.some(.int(-2)))
    buffer.append(StateValue?.none)
    buffer.append(StateValue?.some(.string("ab")))
    #expect(
      Array(buffer.bytes)
        == [2, 0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 255, 4, 2, 0, 0, 0, 97, 98])
    buffer.removeAll()
    buffer.append(
      PropertyList(ascending: [.init(property: .titleColor, value: .color(.rgba(0x1122_3344)))]))
    #expect(
      Array(buffer.bytes) == [1, 0, Property.titleColor.rawValue, 5, 0, 0x44, 0x33, 0x22, 0x11])
  }

  @Test func everyTruncationIsRefused() {
    for (name, frame) in [("load", payload(load.write)), ("hello", payload(hello.write))] {
      for count in 0..<frame.count {
        let part = Array(frame[..<count])
        #expect(throws: MalformedFrame.self, "\(name) cut to \(count)") {
          try part.withUnsafeBytes { bytes in
            if name == "load" {
              _ = try LoadFrame(payload: bytes)
            } else {
              _ = try HelloFrame(payload: bytes)
            }
          }
        }
      }
    }
  }

  @Test func conditionsThatNobodyKnowsAreRefused() {
    for (options, lives) in [(128, 0), (255, 0), (0, 100_001)] as [(UInt8, UInt32)] {
      var frame = payload(load.write)
      frame[frame.count - 5] = options
      for index in 0..<4 { frame[frame.count - 4 + index] = UInt8(lives >> (8 * index) & 255) }
      #expect(throws: MalformedFrame.self) {
        try frame.withUnsafeBytes { try LoadFrame(payload: $0) }
      }
    }
  }

  @Test func bytesAfterTheEndAreRefused() {
    let long = payload(hello.write) + [0]
    #expect(throws: MalformedFrame.self) {
      try long.withUnsafeBytes { try HelloFrame(payload: $0) }
    }
  }

  @Test(
    arguments: [
      [1, 0, 0, 0, 99, 0, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 2, 0, 0, 1, 0, 0, 0, 0],
      [1, 0, 16, 0, 2, 0, 0, 0, 0, 0, 0, 0],
    ] as [[UInt8]])
  func aWrongHeaderIsRefused(bytes: [UInt8]) {
    #expect(throws: MalformedFrame.self) {
      try bytes.withUnsafeBytes { try FrameHeader($0) }
    }
  }

  @Test func aReadPatternCoversWhatItNames() throws {
    let cases: [(pattern: String, name: String, covers: Bool)] = [
      ("state.checkout.*", "state.checkout.itemCount", true),
      ("state.checkout.*", "state.checkout.a.b", true),
      ("state.checkout.*", "state.checkout", false),
      ("state.checkout.*", "state.checkouts.a", false),
      ("state.checkout.itemCount", "state.checkout.itemCount", true),
      ("state.checkout.itemCount", "state.checkout.itemCounts", false),
      ("state.checkout.itemCount", "state.checkout.item", false),
      ("state.*", "state.a", true),
      ("state.*", "theme.a", false),
    ]
    for (pattern, name, covers) in cases {
      let read = try #require(ReadPattern(UTF8String(pattern)))
      #expect(name.withBytes { read.covers($0) } == covers, "\(pattern) and \(name)")
      let key = String(name.dropFirst("state.".count))
      if name.hasPrefix("state.") {
        #expect(key.withBytes { read.covers(stateKey: $0) } == covers, "\(pattern) and \(key)")
      }
    }
    for pattern in ["*", "state", "state.*.a", "state.a*", "theme.a", "state..a", "state.a b", ""] {
      #expect(ReadPattern(UTF8String(pattern)) == nil, "\(pattern)")
    }
  }

  @Test(
    arguments: [
      ([], true), ([0x61], true), (Array("grüße €😀 and some more ascii".utf8), true),
      ([0xC3], false), ([0xC0, 0x80], false), ([0xED, 0xA0, 0x80], false),
      ([0xF4, 0x90, 0x80, 0x80], false), (Array("12345678".utf8) + [0xFF], false),
    ] as [([UInt8], Bool)])
  func textIsHeldToUTF8(bytes: [UInt8], isValid: Bool) {
    #expect(bytes.withUnsafeBytes { isValidUTF8($0) } == isValid)
  }
}
