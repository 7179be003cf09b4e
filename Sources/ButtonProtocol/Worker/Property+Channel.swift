package import ButtonModel

extension Property {
  /// True when a value is one that the registry allows for this property.
  package func accepts(_ value: ChannelProperty) -> Bool {
    switch (row.kind, value) {
    case (.bool, .bool), (.text, .text), (.color, .color), (.effect, .effect): true
    case (.number(let range), .number(let number)): range.contains(number)
    case (.choice(let names), .choice(let index)): index < names.count
    case (.attributedText, .attributedText(let text)):
      (text.fontSize.map { AttributedText.fontSizes.contains($0) } ?? true)
        && (text.fontWeight.map { FontWeight(rawValue: $0) != nil } ?? true)
    case (.bool, _), (.number, _), (.text, _), (.choice, _), (.color, _), (.effect, _),
      (.attributedText, _):
      false
    }
  }
}
