import ButtonModel
import ButtonProtocol

/// The answer to `buttons.explain`, for people.
struct ExplanationText {
  private let answer: ButtonsExplainResponse

  private let columns: Int?

  /// Nil for lines of any length.
  init(_ answer: ButtonsExplainResponse, columns: Int?) {
    self.answer = answer
    self.columns = columns
  }

  var text: String {
    var head = Table()
    let handler = answer.handler.map { ", handler \($0)" } ?? ""
    head.add(Table.Cell(answer.id), Table.Cell("style \(answer.style)\(handler)"))
    if let status = answer.status { head.add("status", Table.Cell(LookLine.trouble(status))) }
    if answer.isHidden { head.add("hidden", Table.Cell(hidden)) }
    if let group = answer.group {
      head.add(
        "group", Table.Cell(group.isDefined ? group.id : "\(group.id), which is not defined"))
    }
    if let tint = answer.tint { head.add("tint", Table.Cell(Self.text(tint))) }
    if answer.isHovered { head.add("hover", Table.Cell("a pointer is over it")) }
    if let shortcut = answer.shortcut { head.add("shortcut", Table.Cell(shortcut)) }
    for (index, item) in answer.menu.enumerated() {
      head.add(index == 0 ? "menu" : "", Table.Cell(Self.text(item)))
    }
    head.add("dirty", Table.Cell(dirty))
    for (index, pass) in answer.plugins.enumerated() {
      head.add(index == 0 ? "plugins" : "", Table.Cell(Self.text(pass)))
    }
    for (index, binding) in answer.bindings.enumerated() {
      head.add(index == 0 ? "bindings" : "", Table.Cell(Self.text(binding)))
    }
    var table = Table("PROPERTY", "VALUE", "SET BY", "INSTEAD OF")
    for property in answer.properties {
      table.add(
        Table.Cell(property.name), Table.Cell(Self.text(property.winner.value)),
        Table.Cell(Self.setter(property)),
        Table.Cell(property.losing.map { Self.loser($0) }.joined(separator: "; ")))
    }
    let text = head.text(within: columns) + "\n\n"
    return answer.properties.isEmpty
      ? text + "no layer sets it" : text + table.text(within: columns)
  }

  private static func text(_ tint: TintExplanation) -> String {
    let layer = tint.layer.map { "of the \($0)" } ?? "of the display"
    return "\(tint.value) \(layer)\(tint.isDimmed ? ", made gray" : "")"
  }

  private static func text(_ item: MenuItemExplanation) -> String {
    var parts = ["\(item.id): \"\(item.title)\""]
    if let image = item.image { parts.append("image \(image)") }
    if item.role != .none { parts.append(item.role.rawValue) }
    if item.state != .off { parts.append(item.state.rawValue) }
    if !item.isEnabled { parts.append("disabled") }
    return parts.joined(separator: ", ")
  }

  private var hidden: String {
    let keys = Self.texts(answer.hiddenBy).joined(separator: ", ")
    return "subscribers see the button as removed" + (keys.isEmpty ? "" : "; it follows \(keys)")
  }

  private var dirty: String {
    let causes = answer.dirty.causes.map { cause in
      switch cause {
      case "state", "theme": Self.changed(answer.dirty.keys, isToken: cause == "theme")
      case "definition": "the definition"
      case "press": "a press"
      case "request": "a client's request"
      case "plugin": "the plugin's request"
      case "worker": "a new worker or version of its plugin"
      case "traits": "new traits"
      case "stale": "a look that was too old"
      case "group": "its group"
      default: cause
      }
    }
    let list = causes.isEmpty ? "an unknown cause" : causes.joined(separator: ", ")
    return "in tick \(answer.dirty.tick) by \(list)"
  }

  private static func changed(_ keys: [KeyReading], isToken: Bool) -> String {
    texts(keys.filter { ($0.token != nil) == isToken }).joined(separator: ", ")
  }

  private static func text(_ pass: PluginPass) -> String {
    let functions = [pass.style.map { "style \($0)" }, pass.handler.map { "handler \($0)" }]
    var text = "\(pass.plugin): \(functions.compactMap { $0 }.joined(separator: ", "))"
    text += ", \(pass.microseconds) µs, revision \(pass.revision)"
    let reads = texts(pass.reads) + (pass.readsTraits ? ["the display's traits"] : [])
    text += reads.isEmpty ? ", reads nothing" : ", reads \(reads.joined(separator: ", "))"
    return pass.isUndivided ? text + "; style and handler were measured together" : text
  }

  private static func text(_ binding: BindingExplanation) -> String {
    let source =
      switch binding.text {
      case .expression(let source): "= \(source)"
      case .template(let source): "= template '\(source)'"
      }
    let result = binding.error.map { "fails: \($0)" } ?? "is \(text(binding.value))"
    let reads = binding.reads.isEmpty ? "nothing" : texts(binding.reads).joined(separator: ", ")
    return "\(binding.path) \(source) \(result); \(binding.steps) steps, reads \(reads)"
  }

  private static func texts(_ keys: [KeyReading]) -> [String] {
    keys.map { key in
      key.revision.map { "\(key.name) (revision \($0))" } ?? key.name
    }
  }

  private static func setter(_ property: PropertyExplanation) -> String {
    let winner = property.winner
    var text = winner.layer
    if let setBy = winner.setBy, let name = winner.property {
      text = "\(name) of \(setBy)"
    } else if let name = winner.property {
      text += " \(name)"
    }
    if let plugin = winner.plugin { text += " (\(plugin))" }
    if !property.from.isEmpty {
      let bases = property.from.map { base in
        "\(base.property ?? "") \(Self.text(base.value)) of \(base.layer)"
      }
      text += ", from \(bases.joined(separator: ", "))"
    }
    if winner.plugin == nil, !property.reads.isEmpty {
      text += ", which follows \(texts(property.reads).joined(separator: ", "))"
    }
    return text
  }

  private static func loser(_ value: LayerValue) -> String {
    let name = value.property.map { " \($0)" } ?? ""
    return "\(value.layer)\(name) \(text(value.value))"
  }

  private static func text(_ value: StateValue?) -> String {
    value.map { ValueText.text($0) } ?? "nothing"
  }
}
