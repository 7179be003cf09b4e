package import ButtonModel

extension ExpressionProgram {
  package init(
    _ text: ExpressionText, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    var steps = 0
    try self.init(text, limits: limits, steps: &steps)
  }
}

/// An expression or a template in a definition, and what its place accepts.
package struct PlacedExpression {
  /// Becomes words only for a message: a line may have many thousands.
  fileprivate enum Place {
    case target(Binding.Target)
    /// Another place: the path, the accepted types (none if unknown), and those in words.
    case other(String, [ValueKind], String)
  }

  fileprivate let place: Place
  package let text: ExpressionText

  /// The place in the definition, such as `action.operations[0].value`.
  package var path: String {
    switch place {
    case .target(let target): target.path
    case .other(let path, _, _): path
    }
  }

  /// Why no result fits the place; nil if one does, or the types are unknown.
  package func complaint(about program: ExpressionProgram) -> String? {
    let kinds: [ValueKind] =
      switch place {
      case .target(let target): target.kinds
      case .other(_, let kinds, _): kinds
      }
    if kinds.isEmpty || !program.resultKinds.isDisjoint(with: kinds) { return nil }
    let expectation =
      switch place {
      case .target(let target): target.expectation
      case .other(_, _, let words): words
      }
    let made = ValueKind.allCases.filter(program.resultKinds.contains).map(\.phrase)
    return "makes \(made.joined(separator: " or ")), but must make \(expectation)"
  }
}

extension ButtonDefinition {
  /// The expressions of its bindings and its actions.
  package var expressions: [PlacedExpression] {
    var found = bindings.entries.map {
      PlacedExpression(place: .target($0.target), text: $0.text)
    }
    forEachAction { place, action in
      if action.hasExpressions { found += action.expressions(at: place.path) }
    }
    return found
  }

  /// The path and error of each expression that is invalid, too large, or of a wrong type for its
  /// place.
  package func mistakesInExpressions(
    within limits: ExpressionLimits
  ) -> [(path: String, message: String)] {
    expressions.mistakes(within: limits)
  }
}

extension GroupDefinition {
  package var expressions: [PlacedExpression] {
    isEnabledBinding.map {
      [
        PlacedExpression(place: .target(.isEnabled), text: $0)
      ]
    } ?? []
  }

  package func mistakesInExpressions(
    within limits: ExpressionLimits
  ) -> [(path: String, message: String)] {
    expressions.mistakes(within: limits)
  }
}

extension [PlacedExpression] {
  fileprivate func mistakes(
    within limits: ExpressionLimits
  ) -> [(path: String, message: String)] {
    compactMap { expression in
      do throws(ExpressionError) {
        let program = try ExpressionProgram(expression.text, limits: limits)
        return expression.complaint(about: program).map { (expression.path, $0) }
      } catch {
        return (expression.path, "\(error)")
      }
    }
  }
}

extension Action {
  package var hasExpressions: Bool {
    when != nil || operations.contains { $0.when != nil || $0.argument != nil }
  }

  fileprivate func expressions(at place: String) -> [PlacedExpression] {
    var found: [PlacedExpression] = []
    func add(_ path: String, _ text: ExpressionText?, _ kinds: [ValueKind], _ words: String) {
      guard let text else { return }
      found.append(PlacedExpression(place: .other(path, kinds, words), text: text))
    }
    add("\(place).when", when, [.bool], "true or false")
    for (index, operation) in operations.enumerated() {
      let path = "\(place).operations[\(index)]"
      add("\(path).when", operation.when, [.bool], "true or false")
      let name = operation.change.kind.argumentName ?? ""
      if case .increment = operation.change.kind {
        add("\(path).\(name)", operation.argument, [.int, .double], "a number")
      } else {
        add("\(path).\(name)", operation.argument, [], "")
      }
    }
    return found
  }
}

extension Binding.Target {
  /// The accepted types; empty if they depend on a plugin.
  fileprivate var kinds: [ValueKind] {
    switch self {
    case .configuration(let property), .stateValue(let property, _):
      switch property.row.kind {
      case .bool: [.bool, .null]
      case .number: [.int, .double, .null]
      case .text, .choice, .color, .effect, .fontEffect, .transaction, .attributedText:
        [.string, .null]
      case .textRuns: [.list, .null]
      }
    case .parameter: []
    case .isEnabled, .isSelected, .isBusy, .isHidden, .menuItem(_, .isEnabled): [.bool, .null]
    case .role, .menuItem(_, .title), .menuItem(_, .image), .tint: [.string, .null]
    case .menuItem(_, .state): [.bool, .string, .null]
    }
  }

  fileprivate var expectation: String {
    switch self {
    case .configuration(let property), .stateValue(let property, _): property.expectation
    case .parameter: ""
    case .isEnabled, .isSelected, .isBusy, .isHidden, .menuItem(_, .isEnabled): "true or false"
    case .role: ButtonRole.expectation
    case .menuItem(_, .title), .menuItem(_, .image): "a string"
    case .menuItem(_, .state): MenuItem.State.expectation
    case .tint: "a colour"
    }
  }
}

extension MenuItem.State {
  package static var expectation: String {
    "true, false, or one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }
}

extension ButtonRole {
  package static var expectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }
}
