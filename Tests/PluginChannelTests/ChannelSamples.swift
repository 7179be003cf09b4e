import ButtonModel
import PluginChannel

/// Values that the channel's tests share.
enum Samples {
  /// One property of every kind, and every form of colour and effect.
  static let everyKind = PropertyList(
    ascending: [
      .init(
        property: .attributedTitle,
        value: .attributedText(
          AttributedText(
            text: "Zahlen €", color: .rgba(0x1122_3344), fontSize: 12, fontWeight: 1,
            underline: true))),
      .init(property: .titleColor, value: .color(.rgba(0xFF00_00FF))),
      .init(property: .titleColorTransformer, value: .effect(.darker(0.25))),
      .init(property: .titleUnderline, value: .bool(true)),
      .init(property: .titleAlignment, value: .choice(1)),
      .init(property: .titlePadding, value: .number(2.5)),
      .init(property: .subtitle, value: .text("sub")),
      .init(property: .subtitleColorTransformer, value: .effect(.grayscale)),
      .init(property: .imageColorTransformer, value: .effect(.constant(.named(.tint)))),
      .init(property: .activityIndicatorColorTransformer, value: .effect(.alpha(0.5))),
      .init(property: .indicatorColorTransformer, value: .effect(.opacity(1))),
      .init(property: .baseForegroundColor, value: .color(.named(.white))),
      .init(
        property: .baseBackgroundColor,
        value: .color(.dynamic(DynamicColor(light: 1, dark: 2, highContrastDark: 4)))),
    ].sorted { $0.property.rawValue < $1.property.rawValue })

  /// An answer with an item of each sort.
  static func answer(_ encoder: inout AnswerEncoder) {
    encoder.begin(sequence: 9, commitSequence: 11)
    var passes = FrameBuffer()
    passes.append(AnswerPass(properties: everyKind))
    passes.append(
      AnswerPass(
        properties: PropertyList(),
        extras: [
          Parameter(name: "x-com.example.a", value: .bool(true)),
          Parameter(name: "x-com.example.b", value: .string("b")),
        ]))
    let new = "state.a.b".withBytes { encoder.addName($0) }
    let keys = [AnswerKey.known(5), new ?? .known(0)]
    keys.withUnsafeBufferPointer { keys in
      _ = encoder.add(
        handle: 1, readsTraits: true, keys: keys, passCount: 2, passes: passes.bytes,
        microseconds: 3)
      "no price".withBytes { message in
        encoder.addFailure(
          handle: 2, status: -4, message: message, readsTraits: false, keys: keys,
          microseconds: 1)
      }
    }
    encoder.finish()
  }
}

extension String {
  /// Calls a function with the string's UTF-8.
  func withBytes<T>(_ body: (UnsafeRawBufferPointer) -> T) -> T {
    var copy = self
    return copy.withUTF8 { body(UnsafeRawBufferPointer($0)) }
  }
}
