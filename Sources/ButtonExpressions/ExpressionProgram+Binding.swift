package import ButtonModel

extension ExpressionProgram {
  /// Compiles an expression or a template.
  package init(
    _ text: ExpressionText, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    var steps = 0
    try self.init(text, limits: limits, steps: &steps)
  }
}

/// An expression or a template in a definition, and what its place there takes.
package struct PlacedExpression {
  /// The path in the definition, such as `action.operations[0].value`.
  package let path: String
  package let text: ExpressionText
  /// The types that its place takes; none if they are not known.
  fileprivate let kinds: [ValueKind]
  /// In words what its values may be.
  fileprivate let expectation: String

  /// Why no result of its program fits in its place; nil if one does, or that is not known.
  package func complaint(about program: ExpressionProgram) -> String? {
    if kinds.isEmpty || !program.resultKinds.isDisjoint(with: kinds) { return nil }
    let made = ValueKind.allCases.filter(program.resultKinds.contains).map(\.phrase)
    return "makes \(made.joined(separator: " or ")), but must make \(expectation)"
  }
}

extension ButtonDefinition {
  /// The expressions of its bindings and its action.
  package var expressions: [PlacedExpression] {
    bindings.entries.map { binding in
      let (kinds, expectation) = binding.target.kinds
      return PlacedExpression(
        path: binding.target.path, text: binding.text,
        kinds: kinds.isEmpty ? [] : kinds + [.null], expectation: expectation)
    } + (action?.expressions(under: "") ?? [])
      + menu.enumerated().flatMap { $1.action?.expressions(under: "menu[\($0)].") ?? [] }
  }

  /// Those of its expressions that are invalid or too large, or make no value that their place takes:
  /// the path of each and what is wrong.
  package func mistakesInExpressions(
    within limits: ExpressionLimits
  ) -> [(path: String, message: String)] {
    expressions.mistakes(within: limits)
  }
}

extension GroupDefinition {
  /// The expression of its binding, if there is one.
  package var expressions: [PlacedExpression] {
    isEnabledBinding.map {
      [
        PlacedExpression(
          path: "isEnabled", text: $0, kinds: [.bool, .null], expectation: "true or false")
      ]
    } ?? []
  }

  /// What is wrong with it; see ``ButtonDefinition/mistakesInExpressions(within:)``.
  package func mistakesInExpressions(
    within limits: ExpressionLimits
  ) -> [(path: String, message: String)] {
    expressions.mistakes(within: limits)
  }
}

extension [PlacedExpression] {
  /// The path of each that is invalid, too large or in the wrong place, and what is wrong.
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
  /// Whether it has an expression.
  package var hasExpressions: Bool {
    when != nil || operations.contains { $0.when != nil || $0.argument != nil }
  }

  /// Its expressions, where it is a member of what a path leads to.
  fileprivate func expressions(under place: String) -> [PlacedExpression] {
    if !hasExpressions { return [] }
    var found: [PlacedExpression] = []
    func add(_ path: String, _ text: ExpressionText?, _ kinds: [ValueKind], _ words: String) {
      guard let text else { return }
      found.append(PlacedExpression(path: path, text: text, kinds: kinds, expectation: words))
    }
    add("\(place)action.when", when, [.bool], "true or false")
    for (index, operation) in operations.enumerated() {
      let path = "\(place)action.operations[\(index)]"
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
  /// The types that an expression may have here, and in words what its values may be; no types if they
  /// are not known before a plugin is.
  fileprivate var kinds: ([ValueKind], String) {
    switch self {
    case .configuration(let property), .stateValue(let property, _):
      switch property.row.kind {
      case .bool: ([.bool], property.expectation)
      case .number: ([.int, .double], property.expectation)
      case .text, .choice, .color, .effect, .fontEffect, .transaction, .attributedText:
        ([.string], property.expectation)
      case .textRuns: ([.list], property.expectation)
      }
    case .parameter: ([], "")
    case .isEnabled, .isSelected, .isBusy, .isHidden: ([.bool], "true or false")
    case .role: ([.string], ButtonRole.expectation)
    case .menuItem(_, .title), .menuItem(_, .image): ([.string], "a string")
    case .menuItem(_, .state): ([.bool, .string], MenuItem.State.expectation)
    case .menuItem(_, .isEnabled): ([.bool], "true or false")
    case .tint: ([.string], "a colour")
    }
  }
}

extension MenuItem.State {
  /// What an expression may make of it, in words.
  package static var expectation: String {
    "true, false, or one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }
}

extension ButtonRole {
  /// The names of the roles, in words.
  package static var expectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }
}
