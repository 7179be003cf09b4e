import ButtonModel
import ButtonProtocol
import PluginHost

/// One button that a plugin is asked about.
struct CheckCase {
  /// Index in the manifest; nil for none of this plugin's.
  var style: Int?
  /// Index in the manifest.
  var handler: Int?
  var id: UTF8String = "check.button"
  var state = ControlState.normal
  var role = ButtonRole.none
  var isBusy = false
  var isHovered = false
  var parameters: [Parameter] = []
  var configuration = PropertyList([.init(property: .title, value: .text("Button"))])
  /// The traits, at most 16.
  var traits: [Traits] = [Traits()]
  /// What is special about it, for the report.
  var remark: String?

  func place(in plugin: CheckedPlugin, traits index: Int? = nil) -> CheckPlace {
    let manifest = plugin.manifest
    var place = CheckPlace(
      style: style.map { manifest.styles[$0].name },
      handler: handler.map { manifest.handlers[$0].name }, state: state.name, inputs: remark)
    var words: [String] = []
    if let index, index < traits.count { words.append(traits[index].words) }
    if role != .none { words.append("role \(role.rawValue)") }
    if isBusy { words.append("busy") }
    if isHovered { words.append("hovered") }
    if !words.isEmpty { place.traits = words.joined(separator: ", ") }
    if !parameters.isEmpty {
      place.parameters = parameters.map { "\($0.name) = \(CheckCase.text($0.value))" }
        .joined(separator: ", ")
    }
    return place
  }

  static func text(_ value: StateValue) -> String {
    switch value {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .int(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string(let text): "'\(Excerpt(text.bytes))'"
    case .json(let text): "\(Excerpt(text.bytes))"
    }
  }
}

extension Traits {
  /// What differs from the defaults, for a finding.
  fileprivate var words: String {
    var words = [userInterfaceStyle.rawValue]
    if contrast != .normal { words.append("\(contrast.rawValue) contrast") }
    if contentSize != .l { words.append("size \(contentSize.rawValue)") }
    if layoutDirection != .leftToRight { words.append(layoutDirection.rawValue) }
    if locale != .english { words.append(locale.text) }
    if reduceMotion { words.append("reduced motion") }
    if boldText { words.append("bold text") }
    return words.joined(separator: " ")
  }
}
