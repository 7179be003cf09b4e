import ButtonModel
import PluginChannel
import Testing

/// An answer comes out of the decoder as it went into the encoder, or is refused whole.
struct ChannelAnswerTests {
  @Test func anAnswerComesOutAsItWentIn() throws {
    var encoder = AnswerEncoder()
    Samples.answer(&encoder)
    #expect(try FrameHeader(encoder.frame).sequence == 9)
    var decoder = AnswerDecoder()
    try decoder.decode(encoder.payload)
    #expect(decoder.commitSequence == 11)
    #expect(decoder.newNames == ["state.a.b"])
    #expect(decoder.items.count == 2)
    let good = decoder.items[0]
    #expect(good.handle == 1)
    #expect(good.status == 0)
    #expect(good.readsTraits)
    #expect(good.microseconds == 3)
    #expect(decoder.keys[good.keys].map(\.knownID) == [5, nil])
    #expect(decoder.keys[good.keys].map(\.newIndex) == [nil, 0])
    let passes = Array(decoder.passes[good.passes])
    #expect(passes.count == 2)
    #expect(passes[0].properties == Samples.everyKind)
    #expect(passes[1].extras.map(\.name) == ["x-com.example.a", "x-com.example.b"])
    let failed = decoder.items[1]
    #expect(failed.status == -4)
    #expect(failed.message == "no price")
    #expect(failed.keys.count == 2)
    #expect(failed.passes.isEmpty)
  }

  @Test func aDecoderForgetsTheAnswerBefore() throws {
    var encoder = AnswerEncoder()
    Samples.answer(&encoder)
    var decoder = AnswerDecoder()
    try decoder.decode(encoder.payload)
    encoder.begin(sequence: 10, commitSequence: 12)
    encoder.finish()
    try decoder.decode(encoder.payload)
    #expect(decoder.items.isEmpty && decoder.keys.isEmpty && decoder.passes.isEmpty)
    #expect(decoder.newNames.isEmpty)
    #expect(decoder.commitSequence == 12)
  }

  /// A payload with one good item, made by hand so that a part of it can be spoilt.
  private func payload(
    status: Int32 = 0, message: String = "", flags: UInt8 = 0, key: UInt32 = 1,
    passCount: UInt8 = 1, pass: (inout FrameBuffer) -> Void = { $0.append(AnswerPass()) },
    names: [String] = []
  ) -> [UInt8] {
    var buffer = FrameBuffer()
    buffer.append(UInt64(1))
    buffer.append(UInt16(1))
    buffer.append(UInt64(1))
    buffer.append(status)
    buffer.append(message, length: UInt16.self)
    buffer.append(flags)
    buffer.append(UInt16(1))
    buffer.append(key)
    buffer.append(passCount)
    for _ in 0..<passCount { pass(&buffer) }
    buffer.append(UInt32(0))
    buffer.append(UInt16(names.count))
    for name in names { buffer.append(name, length: UInt16.self) }
    return Array(buffer.bytes)
  }

  private func isAccepted(_ payload: [UInt8]) -> Bool {
    var decoder = AnswerDecoder()
    return payload.withUnsafeBytes { bytes in
      do {
        try decoder.decode(bytes)
        return true
      } catch { return false }
    }
  }

  @Test func theDaemonBelievesNothing() {
    #expect(isAccepted(payload()))
    #expect(!isAccepted(payload(status: 1)))
    #expect(!isAccepted(payload(status: 0, message: "?")))
    #expect(!isAccepted(payload(status: -1, message: "?")), "a failed item has no pass")
    #expect(isAccepted(payload(status: -1, message: "?", passCount: 0)))
    #expect(!isAccepted(payload(flags: 2)))
    #expect(!isAccepted(payload(key: 1 << 31)), "a name that is not there")
    #expect(isAccepted(payload(key: 1 << 31, names: ["state.a"])))
    #expect(isAccepted(payload(key: 1 << 31, names: ["theme.button.radius"])))
    #expect(!isAccepted(payload(key: 1 << 31, names: ["state."])))
    #expect(!isAccepted(payload(key: 1 << 31, names: ["env.tint"])))
    #expect(!isAccepted(payload(key: 1 << 31, names: ["state.a b"])))
    #expect(!isAccepted(payload(passCount: 2)), "two passes only when a trait was read")
    #expect(isAccepted(payload(flags: 1, passCount: 2)))
    #expect(!isAccepted(payload(flags: 1, passCount: 17)))
  }

  @Test func aPropertyIsHeldToTheRegistry() {
    func isAccepted(_ property: Property, _ value: PropertyValue) -> Bool {
      let entry = PropertyList.Entry(property: property, value: value)
      let pass = AnswerPass(properties: PropertyList(ascending: [entry]))
      return self.isAccepted(payload(pass: { $0.append(pass) }))
    }
    func text(_ count: Int) -> PropertyValue {
      .text(UTF8String(bytes: Array(repeating: 97, count: count)))
    }
    #expect(isAccepted(.title, text(4_096)))
    #expect(!isAccepted(.title, text(4_097)))
    #expect(!isAccepted(.title, .bool(true)))
    #expect(!isAccepted(.title, .text(UTF8String(bytes: [0xC3]))))
    #expect(isAccepted(.opacity, .number(1)))
    #expect(!isAccepted(.opacity, .number(1.1)))
    #expect(!isAccepted(.opacity, .number(.infinity)))
    #expect(!isAccepted(.opacity, .number(.nan)))
    #expect(isAccepted(.cornerStyle, .choice(5)))
    #expect(!isAccepted(.cornerStyle, .choice(6)))
    #expect(isAccepted(.titleColorTransformer, .effect(.darker(1))))
    #expect(!isAccepted(.titleColorTransformer, .effect(.darker(1.5))))
    #expect(!isAccepted(.titleColorTransformer, .effect(.alpha(.nan))))
    #expect(
      !isAccepted(
        .attributedTitle, .attributedText(AttributedText(text: "a", fontWeight: 200))))
    #expect(
      !isAccepted(
        .attributedTitle, .attributedText(AttributedText(text: "a", fontSize: -1))))
  }

  @Test func textIsBoundedForTheWholeButton() {
    func payload(of properties: [Property]) -> [UInt8] {
      let text = PropertyValue.text(UTF8String(bytes: Array(repeating: 97, count: 4_096)))
      let entries = properties.map { PropertyList.Entry(property: $0, value: text) }
      return self.payload(pass: {
        $0.append(AnswerPass(properties: PropertyList(ascending: entries)))
      })
    }
    #expect(isAccepted(payload(of: [.title, .subtitle, .image, .backgroundImage])))
    #expect(
      !isAccepted(payload(of: [.title, .subtitle, .image, .backgroundImage, .accessibilityLabel])))
  }

  @Test func propertiesAscendAndComeOnce() {
    func bytes(_ properties: [Property]) -> [UInt8] {
      payload(pass: { buffer in
        buffer.append(UInt16(properties.count))
        for property in properties {
          buffer.append(property.rawValue)
          buffer.append(PropertyValue.text("a"))
        }
        buffer.append(UInt8(0))
      })
    }
    #expect(isAccepted(bytes([.title, .subtitle])))
    #expect(!isAccepted(bytes([.title, .title])))
    #expect(!isAccepted(bytes([.subtitle, .title])))
  }

  @Test(
    arguments: [
      (["x-com.example"], true), (["x-com"], false), (["y-com.example"], false),
      (["x-com..example"], false), (["x-com.example."], false), (["x-com.exa mple"], false),
      (["x-com.a", "x-com.b"], true), (["x-com.b", "x-com.a"], false),
      (["x-com.a", "x-com.a"], false),
    ])
  func extrasHaveReverseNamesInOrder(names: [String], isGood: Bool) {
    let extras = names.map { Parameter(name: $0, value: .int(1)) }
    #expect(isAccepted(payload(pass: { $0.append(AnswerPass(extras: extras)) })) == isGood)
  }

  @Test func anExtraIsAScalar() {
    func bytes(_ value: StateValue) -> [UInt8] {
      payload(pass: {
        $0.append(AnswerPass(extras: [Parameter(name: "x-com.example", value: value)]))
      })
    }
    #expect(isAccepted(bytes(.null)))
    #expect(!isAccepted(bytes(.json("[]"))))
    #expect(!isAccepted(bytes(.string(UTF8String(bytes: Array(repeating: 97, count: 4_097))))))
  }
}
