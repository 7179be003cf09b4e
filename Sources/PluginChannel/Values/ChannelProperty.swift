package import ButtonModel

/// A property's value in a payload: `u8 property | u8 tag` and what the tag asks for.
package enum ChannelProperty {
  case bool(Bool)
  case number(Double)
  case text(UnsafeRawBufferPointer)
  case choice(UInt8)
  case color(Color)
  case effect(Effect)
  case attributedText(AttributedText)

  package var value: PropertyValue {
    switch self {
    case .bool(let value): .bool(value)
    case .number(let value): .number(value)
    case .text(let text): .text(UTF8String(copying: text))
    case .choice(let value): .choice(value)
    case .color(let color): .color(color)
    case .effect(let effect): .effect(effect)
    case .attributedText(let text): .attributedText(text)
    }
  }

  var textBytes: Int {
    switch self {
    case .text(let text): text.count
    case .attributedText(let text): text.text.bytes.count
    case .bool, .number, .choice, .color, .effect: 0
    }
  }

  fileprivate enum Tag: UInt8 {
    case bool = 1
    case number, text, choice, color, effect, attributedText
  }

  fileprivate enum ColorTag: UInt8 {
    case rgba, named, dynamic
  }

  fileprivate enum EffectTag: UInt8 {
    case constant, alpha, opacity, darker, grayscale
  }

  /// The members of a dynamic colour that follow.
  fileprivate struct ColorMembers: OptionSet {
    let rawValue: UInt8
    static let dark = ColorMembers(rawValue: 1)
    static let highContrastLight = ColorMembers(rawValue: 2)
    static let highContrastDark = ColorMembers(rawValue: 4)
    static let all = ColorMembers(rawValue: 7)
  }

  /// The attributes of a text that hold or follow.
  fileprivate struct TextAttributes: OptionSet {
    let rawValue: UInt8
    static let color = TextAttributes(rawValue: 1)
    static let fontSize = TextAttributes(rawValue: 2)
    static let fontWeight = TextAttributes(rawValue: 4)
    static let underline = TextAttributes(rawValue: 8)
    static let strikethrough = TextAttributes(rawValue: 16)
    static let all = TextAttributes(rawValue: 31)
  }
}

extension FrameReader {
  /// The next entry of an ascending list, checked against the property registry.
  package mutating func readProperty(
    after previous: Property?, textLimit: Int
  ) throws(MalformedFrame) -> (Property, ChannelProperty) {
    let start = offset
    guard let property = Property(rawValue: try read(UInt8.self, "property")) else {
      throw MalformedFrame("unknown property", at: start)
    }
    if let previous, property.rawValue <= previous.rawValue {
      throw MalformedFrame("properties do not ascend", at: start)
    }
    let value = try readPropertyValue(textLimit: textLimit)
    guard property.accepts(value) else {
      throw MalformedFrame("property with a value it does not take", at: start)
    }
    return (property, value)
  }

  private mutating func readPropertyValue(
    textLimit: Int
  ) throws(MalformedFrame) -> ChannelProperty {
    guard let tag = ChannelProperty.Tag(rawValue: try read(UInt8.self, "property tag")) else {
      throw MalformedFrame("unknown property tag", at: offset - 1)
    }
    switch tag {
    case .bool: return .bool(try readBool("bool property"))
    case .number: return .number(try readDouble("number property"))
    case .text:
      return .text(try readText(length: UInt32.self, atMost: textLimit, "text property"))
    case .choice: return .choice(try read(UInt8.self, "choice property"))
    case .color: return .color(try readColor())
    case .effect: return .effect(try readEffect())
    case .attributedText: return .attributedText(try readAttributedText(textLimit: textLimit))
    }
  }

  private mutating func readColor() throws(MalformedFrame) -> Color {
    guard let tag = ChannelProperty.ColorTag(rawValue: try read(UInt8.self, "colour tag")) else {
      throw MalformedFrame("unknown colour tag", at: offset - 1)
    }
    switch tag {
    case .rgba: return .rgba(try read(UInt32.self, "colour"))
    case .named:
      guard let name = NamedColor(rawValue: try read(UInt8.self, "colour name")) else {
        throw MalformedFrame("unknown colour name", at: offset - 1)
      }
      return .named(name)
    case .dynamic:
      let members = ChannelProperty.ColorMembers(
        rawValue: try read(UInt8.self, "colour members"))
      guard members.isSubset(of: .all) else {
        throw MalformedFrame("unknown colour members", at: offset - 1)
      }
      let light = try read(UInt32.self, "light colour")
      let dark = try readMember(.dark, of: members)
      let highContrastLight = try readMember(.highContrastLight, of: members)
      let highContrastDark = try readMember(.highContrastDark, of: members)
      return .dynamic(
        DynamicColor(
          light: light, dark: dark, highContrastLight: highContrastLight,
          highContrastDark: highContrastDark))
    }
  }

  private mutating func readMember(
    _ member: ChannelProperty.ColorMembers, of members: ChannelProperty.ColorMembers
  ) throws(MalformedFrame) -> UInt32? {
    members.contains(member) ? try read(UInt32.self, "colour member") : nil
  }

  private mutating func readEffect() throws(MalformedFrame) -> Effect {
    guard let tag = ChannelProperty.EffectTag(rawValue: try read(UInt8.self, "effect tag")) else {
      throw MalformedFrame("unknown effect tag", at: offset - 1)
    }
    switch tag {
    case .constant: return .constant(try readColor())
    case .alpha: return .alpha(try readFactor())
    case .opacity: return .opacity(try readFactor())
    case .darker: return .darker(try readFactor())
    case .grayscale: return .grayscale
    }
  }

  private mutating func readFactor() throws(MalformedFrame) -> Double {
    let factor = try readDouble("effect's number")
    guard Effect.amounts.contains(factor) else {
      throw MalformedFrame("effect's number outside 0 to 1", at: offset - 8)
    }
    return factor
  }

  private mutating func readAttributedText(
    textLimit: Int
  ) throws(MalformedFrame) -> AttributedText {
    let text = try readText(length: UInt32.self, atMost: textLimit, "attributed text")
    let attributes = ChannelProperty.TextAttributes(rawValue: try read(UInt8.self, "attributes"))
    guard attributes.isSubset(of: .all) else {
      throw MalformedFrame("unknown attributes", at: offset - 1)
    }
    let color: Color? = attributes.contains(.color) ? try readColor() : nil
    let fontSize: Double? = attributes.contains(.fontSize) ? try readDouble("font size") : nil
    let fontWeight: UInt8? =
      attributes.contains(.fontWeight) ? try read(UInt8.self, "font weight") : nil
    return AttributedText(
      text: UTF8String(copying: text), color: color, fontSize: fontSize, fontWeight: fontWeight,
      underline: attributes.contains(.underline),
      strikethrough: attributes.contains(.strikethrough))
  }
}

extension FrameBuffer {
  /// Adds `u16 count` and the entries.
  package mutating func append(_ properties: PropertyList) {
    append(UInt16(properties.entries.count))
    for entry in properties.entries {
      append(entry.property.rawValue)
      append(entry.value)
    }
  }

  /// Adds the tag and the value.
  package mutating func append(_ value: PropertyValue) {
    switch value {
    case .bool(let value):
      append(ChannelProperty.Tag.bool.rawValue)
      append(UInt8(value ? 1 : 0))
    case .number(let value):
      append(ChannelProperty.Tag.number.rawValue)
      append(value)
    case .text(let text): text.bytes.withUnsafeBytes { appendText($0) }
    case .choice(let value):
      append(ChannelProperty.Tag.choice.rawValue)
      append(value)
    case .color(let color):
      append(ChannelProperty.Tag.color.rawValue)
      append(color)
    case .effect(let effect):
      append(ChannelProperty.Tag.effect.rawValue)
      append(effect)
    case .attributedText(let text):
      append(ChannelProperty.Tag.attributedText.rawValue)
      append(text)
    }
  }

  /// Adds the tag and the value without copying it first.
  package mutating func append(_ value: ChannelProperty) {
    switch value {
    case .text(let text): appendText(text)
    case .bool(let value): append(PropertyValue.bool(value))
    case .number(let value): append(PropertyValue.number(value))
    case .choice(let value): append(PropertyValue.choice(value))
    case .color(let color): append(PropertyValue.color(color))
    case .effect(let effect): append(PropertyValue.effect(effect))
    case .attributedText(let text): append(PropertyValue.attributedText(text))
    }
  }

  private mutating func appendText(_ text: UnsafeRawBufferPointer) {
    append(ChannelProperty.Tag.text.rawValue)
    append(UInt32(text.count))
    append(text)
  }

  private mutating func append(_ color: Color) {
    switch color {
    case .rgba(let value):
      append(ChannelProperty.ColorTag.rgba.rawValue)
      append(value)
    case .named(let name):
      append(ChannelProperty.ColorTag.named.rawValue)
      append(name.rawValue)
    case .dynamic(let color):
      var members: ChannelProperty.ColorMembers = []
      if color.dark != nil { members.insert(.dark) }
      if color.highContrastLight != nil { members.insert(.highContrastLight) }
      if color.highContrastDark != nil { members.insert(.highContrastDark) }
      append(ChannelProperty.ColorTag.dynamic.rawValue)
      append(members.rawValue)
      append(color.light)
      if let dark = color.dark { append(dark) }
      if let light = color.highContrastLight { append(light) }
      if let dark = color.highContrastDark { append(dark) }
    }
  }

  private mutating func append(_ effect: Effect) {
    switch effect {
    case .constant(let color):
      append(ChannelProperty.EffectTag.constant.rawValue)
      append(color)
    case .alpha(let factor):
      append(ChannelProperty.EffectTag.alpha.rawValue)
      append(factor)
    case .opacity(let factor):
      append(ChannelProperty.EffectTag.opacity.rawValue)
      append(factor)
    case .darker(let factor):
      append(ChannelProperty.EffectTag.darker.rawValue)
      append(factor)
    case .grayscale: append(ChannelProperty.EffectTag.grayscale.rawValue)
    }
  }

  private mutating func append(_ text: AttributedText) {
    var attributes: ChannelProperty.TextAttributes = []
    if text.color != nil { attributes.insert(.color) }
    if text.fontSize != nil { attributes.insert(.fontSize) }
    if text.fontWeight != nil { attributes.insert(.fontWeight) }
    if text.underline { attributes.insert(.underline) }
    if text.strikethrough { attributes.insert(.strikethrough) }
    append(UInt32(text.text.bytes.count))
    append(text.text.bytes)
    append(attributes.rawValue)
    if let color = text.color { append(color) }
    if let size = text.fontSize { append(size) }
    if let weight = text.fontWeight { append(weight) }
  }
}
