import ButtonModel

@testable import ButtonResolver

/// The text of `Config/system-styles.json`, one row a line, made from the tables.
enum PublishedStyles {
  static var text: String {
    let sections = [
      ("styles", SystemStyle.allCases.map(style)), ("states", SystemStyleTable.rows.map(state)),
      ("sizes", ButtonConfiguration.Size.allCases.map(size)),
      ("controlSizes", ButtonConfiguration.ControlSize.allCases.map(controlSize)),
      ("cornerStyles", ButtonConfiguration.CornerStyle.allCases.map(cornerStyle)),
      ("textStyles", TextStyle.allCases.map(textStyle)),
      ("contentSizes", ContentSize.allCases.map(contentSize)),
    ]
    let remarks = [
      "What the built-in styles give a button where nobody else sets anything.",
      "A colour is a name, or the first of two that is there: A ?? B; opacity multiplies its alpha.",
      "disabled hides all other states, focused adds the ring to any; with "
        + "automaticallyUpdateForSelection false selected looks as not selected.",
      "With role destructive, systemRed stands where tint does. With role primary the title is "
        + "semibold.",
      "A busy button shows a spinner.",
      "raised is for raised contrast, in dark for dark displays.",
      "glass and prominentGlass lie on the material glass, with raised contrast on none, and have the "
        + "corner style capsule where nobody sets one or background.cornerRadius.",
    ]
    let lists = sections.map { name, rows in
      "  \(quoted(name)): [\n    " + rows.joined(separator: ",\n    ") + "\n  ]"
    }
    let about = "  \"about\": [\n    " + remarks.map(quoted).joined(separator: ",\n    ") + "\n  ]"
    let ring = "  \"focusRing\": " + focusRing
    return "{\n" + ([about] + lists + [ring]).joined(separator: ",\n") + "\n}\n"
  }

  private static func style(_ style: SystemStyle) -> String {
    let look = "\(style.look)"
    return object([
      ("style", quoted(style.rawValue)), ("look", quoted(look)),
      ("automaticallyUpdateForSelection", "\(style.updatesForSelection)"),
      (
        "source",
        quoted(
          style.rawValue == look && !style.look.hasMaterial
            ? "UIKit's UIButton.Configuration.\(style.rawValue)()"
            : "UIKit's UIButton.Configuration.\(style.rawValue)(); its look: our own choice")
      ),
    ])
  }

  private static func state(_ row: SystemStyleRow) -> String {
    object([
      ("look", quoted("\(row.look)")), ("state", quoted(name(row.state))),
      ("background", quoted(row.background.text)), ("foreground", quoted(row.foreground.text)),
      (
        "confidence",
        object([
          ("light", quoted(row.source.confidence.rawValue)),
          ("dark", quoted(row.source.darkConfidence.rawValue)),
        ])
      ),
      ("source", quoted("\(row.source.note)")),
    ])
  }

  /// The state as definitions write it.
  private static func name(_ state: SystemStyleTable.State) -> String {
    switch state {
    case .normal, .highlighted, .selected, .disabled: "\(state)"
    case .selectedHighlighted: ControlState([.selected, .highlighted]).name
    }
  }

  private static var focusRing: String {
    object(
      [
        ("strokeWidth", number(FocusRing.strokeWidth)),
        ("strokeOutset", number(FocusRing.strokeOutset)),
        ("strokeColor", quoted(FocusRing.color.name)),
      ] + origin(FocusRing.source))
  }

  private static func size(_ size: ButtonConfiguration.Size) -> String {
    self.size("buttonSize", size.name, SizeMetrics.row(size), SizeMetrics.source)
  }

  private static func controlSize(_ size: ButtonConfiguration.ControlSize) -> String {
    self.size(
      "controlSize", size.name, SizeMetrics.row(size),
      size == .extraLarge ? .ours : SizeMetrics.source)
  }

  private static func size(
    _ property: String, _ name: UTF8String, _ row: SizeMetrics, _ source: StyleSource
  ) -> String {
    object([
      (property, quoted(name.string)),
      (
        "contentInsets",
        object([
          ("top", number(row.verticalInset)), ("leading", number(row.horizontalInset)),
          ("bottom", number(row.verticalInset)), ("trailing", number(row.horizontalInset)),
        ])
      ),
      ("cornerRadius", number(row.cornerRadius)),
      ("titleTextStyle", quoted(row.titleStyle.name.string)),
      ("subtitleTextStyle", quoted(row.subtitleStyle.name.string)),
      ("confidence", quoted(source.confidence.rawValue)),
      (
        "source",
        quoted(
          source.confidence == .ours
            ? "\(source.note)"
            : "insets and radius: \(source.note); text styles: our own choice")
      ),
    ])
  }

  private static func cornerStyle(_ style: ButtonConfiguration.CornerStyle) -> String {
    let (radius, source): (String, StyleSource) =
      switch style {
      case .fixed: ("background.cornerRadius, else that of buttonSize", .documented)
      case .dynamic: ("as fixed, times body's size over its default size", .documented)
      case .small, .medium, .large: ("\(SizeMetrics.cornerRadius(of: style) ?? 0)", .ours)
      case .capsule: ("half the height", .documented)
      }
    return object(
      [
        ("cornerStyle", quoted(style.name.string)),
        ("cornerRadius", Double(radius).map(number) ?? quoted(radius)),
      ] + origin(source))
  }

  private static func textStyle(_ style: TextStyle) -> String {
    object(
      [
        ("textStyle", quoted(style.name.string)), ("pointSize", number(style.pointSize)),
        ("lineHeight", number(style.lineHeight)), ("weight", quoted(style.weight.name.string)),
      ] + origin(.published))
  }

  private static func contentSize(_ size: ContentSize) -> String {
    object([
      ("contentSize", quoted(size.rawValue)), ("body", number(size.bodyPointSize)),
      ("confidence", quoted(StyleSource.published.confidence.rawValue)),
      (
        "source",
        quoted("\(StyleSource.published.note); other text styles by body's ratio: our own choice")
      ),
    ])
  }

  private static func origin(_ source: StyleSource) -> [(String, String)] {
    [("confidence", quoted(source.confidence.rawValue)), ("source", quoted("\(source.note)"))]
  }

  private static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\(quoted($0.0)): \($0.1)" }.joined(separator: ", ") + "}"
  }

  private static func number(_ number: Double) -> String {
    number == number.rounded() ? "\(Int(number))" : "\(number)"
  }

  private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
