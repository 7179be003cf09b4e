package import ButtonModel

/// One operation over one kind and size of operands, to measure the cost of a step.
///
/// ``all(sizes:)`` uses the tables of the language: a new function, operator, verb or macro does
/// not compile until it says here how to measure it.
package struct ExpressionTrial: ExpressionSource, Sendable {
  package let operation: String
  /// Kinds and sizes.
  package let operandNames: String
  package let program: ExpressionProgram
  private let operands: [StateValue]

  package func value(at slot: Int) -> StateValue? {
    slot < operands.count ? operands[slot] : nil
  }

  package func isLost(at slot: Int) -> Bool { false }

  /// Sizes are in bytes.
  package static func all(sizes: [Int]) -> [Self] {
    forms.flatMap { form in trials(of: form, sizes) }
  }

  /// An expression that reads `t`, `u`, `l` or `m`, or a template.
  struct Form {
    let text: ExpressionText

    init(_ expression: String) { text = .expression(UTF8String(expression)) }

    init(template: String) { text = .template(UTF8String(template)) }
  }

  /// `t` and `u` are texts, `l` lists, `m` maps.
  private static func operands(_ name: String, _ size: Int) -> [TrialOperand] {
    switch name {
    case "t", "u": TrialOperand.texts(size)
    case "l": TrialOperand.lists(size)
    case "m": TrialOperand.maps(size)
    default: preconditionFailure("no operands are named \(name)")
    }
  }

  private static func trials(of form: Form, _ sizes: [Int]) -> [Self] {
    let program: ExpressionProgram
    do throws(ExpressionError) {
      program = try ExpressionProgram(form.text, limits: .ceiling)
    } catch {
      precondition(error.code == .wrongType, "\(form.text.source): \(error)")
      return []
    }
    let names = program.keys.map(\.name.string)
    if names.isEmpty {
      return [
        Self(
          operation: "\(form.text.source)", operandNames: "", program: program, operands: [])
      ]
    }
    return sizes.flatMap { size in
      let choices = names.map { operands($0, size) }
      return choices[0].indices.map { index in
        let chosen = choices.map { $0[index % $0.count] }
        let kinds = chosen.map(\.name).joined(separator: ", ")
        return Self(
          operation: "\(form.text.source)", operandNames: " of \(size) \(kinds)", program: program,
          operands: chosen.map(\.value))
      }
    }
  }
}
