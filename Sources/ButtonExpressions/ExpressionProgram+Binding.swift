package import ButtonModel

extension ExpressionProgram {
  /// Compiles an expression or a template.
  package init(
    _ text: ExpressionText, limits: ExpressionLimits = ExpressionLimits()
  ) throws(ExpressionError) {
    switch text {
    case .expression(let source): try self.init(source, limits: limits)
    case .template(let source): try self.init(template: source, limits: limits)
    }
  }
}

extension ButtonDefinition {
  /// The first binding that is no expression, or makes no value that its target takes: its path and
  /// what is wrong; nil if there is none.
  package var mistakeInBindings: (path: String, message: String)? {
    for binding in bindings.entries {
      do throws(ExpressionError) {
        let program = try ExpressionProgram(binding.text)
        if let complaint = program.complaint(for: binding.target) {
          return (binding.target.path, complaint)
        }
      } catch {
        return (binding.target.path, "\(error)")
      }
    }
    return nil
  }
}

extension ExpressionProgram {
  /// Why no result can be a value of a target; nil if one can, or that is not known.
  package func complaint(for target: Binding.Target) -> String? {
    let (kinds, expectation) = target.kinds
    if kinds.isEmpty || !resultKinds.isDisjoint(with: kinds + [.null]) { return nil }
    let made = ValueKind.allCases.filter(resultKinds.contains).map(\.phrase)
    return "makes \(made.joined(separator: " or ")), but must make \(expectation)"
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
      case .text, .choice, .color, .effect, .transaction, .attributedText:
        ([.string], property.expectation)
      }
    case .parameter: ([], "")
    case .isEnabled, .isSelected, .isBusy: ([.bool], "true or false")
    case .role: ([.string], ButtonRole.expectation)
    }
  }
}

extension ButtonRole {
  /// The names of the roles, in words.
  package static var expectation: String {
    "one of " + allCases.map(\.rawValue).joined(separator: ", ")
  }
}
