package import ButtonModel

extension Property {
  /// True when a value is one that the registry allows for this property.
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

  /// What of a registry's row decides, without anything that would have to be counted.
  private struct Rule {
    enum Kind {
      case bool, number, text, choice, color, effect, attributedText, fontEffect, transaction
      case textRuns
    }

    var kind: Kind
    var range = 0.0...0.0
    var choices = 0

    init(_ kind: PropertyRow.Kind) {
      switch kind {
      case .bool: self.kind = .bool
      case .number(let range):
        self.kind = .number
        self.range = range
      case .text: self.kind = .text
      case .choice(let names):
        self.kind = .choice
        choices = names.count
      case .color: self.kind = .color
      case .effect: self.kind = .effect
      case .attributedText: self.kind = .attributedText
      case .fontEffect: self.kind = .fontEffect
      case .transaction: self.kind = .transaction
      case .textRuns: self.kind = .textRuns
      }
    }
  }

  /// Indexed by raw value.
  private static let rules = allCases.map { Rule($0.row.kind) }
}
