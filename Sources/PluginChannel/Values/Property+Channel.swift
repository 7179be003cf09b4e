package import ButtonModel

extension Property {
  /// The registry allows the value.
  package func accepts(_ value: ChannelProperty) -> Bool {
    let rule = Property.rules[Int(rawValue)]
    return switch (rule.kind, value) {
    case (.bool, .bool), (.text, .text), (.color, .color), (.effect, .effect): true
    case (.number, .number(let number)): rule.range.contains(number)
    case (.choice, .choice(let index)): index < rule.choices
    case (.attributedText, .attributedText(let text)):
      (text.fontSize.map { AttributedText.fontSizes.contains($0) } ?? true)
        && (text.fontWeight.map { FontWeight(rawValue: $0) != nil } ?? true)
    case (.fontEffect, .text(let text)): FontEffect.isValid(text)
    case (.transaction, .text(let text)): Transaction.isValid(text)
    case (.textRuns, .text(let text)): TextRun.areValid(text)
    case (.bool, _), (.number, _), (.text, _), (.choice, _), (.color, _), (.effect, _),
      (.attributedText, _), (.fontEffect, _), (.transaction, _), (.textRuns, _):
      false
    }
  }

  /// A registry row's constraints, without anything that is reference counted.
  private struct Rule {
    let kind: PropertyKind
    let range: ClosedRange<Double>
    let choices: Int

    init(_ kind: PropertyRow.Kind) {
      self.kind = kind.plain
      range = kind.range
      choices = kind.choices.count
    }
  }

  private static let rules = allCases.map { Rule($0.row.kind) }
}
