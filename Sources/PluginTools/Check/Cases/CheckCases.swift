import ButtonModel
import PluginHost

/// The buttons that follow from a manifest.
struct CheckCases {
  private let manifest: Manifest

  init(_ manifest: Manifest) { self.manifest = manifest }

  static let states = (0..<16).map { ControlState(rawValue: $0) }

  static let displays = UserInterfaceStyle.allCases.flatMap { style in
    Contrast.allCases.map { Traits(userInterfaceStyle: style, contrast: $0) }
  }

  var entries: [CheckCase] {
    manifest.styles.indices.map { CheckCase(style: $0) }
      + manifest.handlers.indices.map { CheckCase(handler: $0) }
  }

  var primitives: [CheckCase] {
    entries.filter { entry in entry.style.map { manifest.styles[$0].isPrimitive } ?? false }
      .map { entry in
        var button = entry
        button.parameters = required(of: entry)
        return button
      }
  }

  /// Each style and handler in its plainest states.
  var plain: [CheckCase] {
    entries.flatMap { entry in
      ([.normal, .highlighted, .selected, .disabled] as [ControlState]).map { state in
        var button = entry
        button.state = state
        button.parameters = required(of: entry)
        return button
      }
    }
  }

  /// Every style and handler in every state, and with every argument in the most important states.
  var usual: [CheckCase] {
    var cases: [CheckCase] = []
    for entry in entries {
      for state in CheckCases.states {
        var button = entry
        button.state = state
        button.traits = CheckCases.displays
        button.parameters = required(of: entry)
        cases.append(button)
      }
      cases.append(shown(entry) { $0.isBusy = true })
      cases.append(shown(entry) { $0.isHovered = true })
      var bare = entry
      bare.parameters = []
      if bare.parameters != required(of: entry) { cases.append(bare) }
      for argument in arguments(of: entry) {
        for state in [.normal, .highlighted, .selected, .disabled] as [ControlState] {
          var button = entry
          button.state = state
          button.parameters = argument
          button.traits = UserInterfaceStyle.allCases.map { Traits(userInterfaceStyle: $0) }
          cases.append(button)
        }
      }
    }
    return cases
  }

  private func shown(_ entry: CheckCase, _ change: (inout CheckCase) -> Void) -> CheckCase {
    var button = entry
    change(&button)
    button.traits = CheckCases.displays
    button.parameters = required(of: entry)
    return button
  }

  func descriptors(of button: CheckCase) -> [ParameterDescriptor] {
    if let style = button.style { return manifest.styles[style].parameters }
    if let handler = button.handler { return manifest.handlers[handler].parameters }
    return []
  }

  /// Arguments for the parameters without a default.
  func required(of button: CheckCase) -> [Parameter] {
    descriptors(of: button).filter { $0.defaultValue == nil }.compactMap { descriptor in
      CheckCases.values(of: descriptor).first.map {
        Parameter(name: descriptor.name, value: $0)
      }
    }
  }

  /// One list for each value of each parameter; the others have required arguments only.
  func arguments(of button: CheckCase) -> [[Parameter]] {
    let required = required(of: button)
    var lists: [[Parameter]] = []
    for descriptor in descriptors(of: button) {
      for value in CheckCases.values(of: descriptor) {
        let others = required.filter { $0.name != descriptor.name }
        lists.append(
          (others + [Parameter(name: descriptor.name, value: value)]).sorted { $0.name < $1.name })
      }
    }
    return lists
  }

  /// Examples first, then ordinary values, then the ends of the range.
  static func values(of descriptor: ParameterDescriptor) -> [StateValue] {
    let examples = descriptor.examples
    let values = values(of: descriptor.kind)
    // A text that nobody named may mean nothing to the plugin.
    if case .string(values: []) = descriptor.kind, !examples.isEmpty { return examples }
    return examples + values.filter { !examples.contains($0) }
  }

  private static func values(of kind: ParameterKind) -> [StateValue] {
    switch kind {
    case .bool: [.bool(true), .bool(false)]
    case .int(let minimum, let maximum):
      ends(minimum, maximum, middle: 3).map { .int($0) }
    case .number(let minimum, let maximum):
      ends(minimum, maximum, middle: 3).map { .double($0) }
    case .string(let values):
      values.isEmpty ? [.string("Text")] : values.map { .string(UTF8String($0)) }
    case .color: [.string("systemPink"), .string("#12345678")]
    }
  }

  private static func ends<Number: Comparable>(
    _ minimum: Number?, _ maximum: Number?, middle: Number
  ) -> [Number] {
    var value = middle
    if let minimum { value = max(value, minimum) }
    if let maximum { value = min(value, maximum) }
    return [value] + [minimum, maximum].compactMap { $0 }
  }
}
