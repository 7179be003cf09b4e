import ButtonModel

/// What a system style makes of a button in one state.
struct SystemStyleRow: Sendable {
  let look: SystemStyleTable.Look
  let state: SystemStyleTable.State
  let background: StyleColor
  let foreground: StyleColor
  /// Where the row comes from and how sure it is.
  let source: StaticString

  init(
    _ look: SystemStyleTable.Look, _ state: SystemStyleTable.State, _ background: StyleColor,
    _ foreground: StyleColor, source: StaticString
  ) {
    self.look = look
    self.state = state
    self.background = background
    self.foreground = foreground
    self.source = source
  }
}

/// The system styles as data: background and foreground for each state.
enum SystemStyleTable {
  /// The four looks that the eight names stand for.
  enum Look: Int, CaseIterable, Sendable {
    case plain, gray, tinted, filled
  }

  /// The states that a system style tells apart; disabled hides all others.
  enum State: Int, CaseIterable, Sendable {
    case normal, highlighted, selected, selectedHighlighted, disabled
  }

  /// The row for a look in a state.
  static func row(_ look: Look, _ state: State) -> SystemStyleRow {
    rows[look.rawValue * State.allCases.count + state.rawValue]
  }

  private static let known: StaticString = "UIKit, light as described; high confidence"
  private static let seen: StaticString =
    "UIKit as it looks; light medium, dark low to medium confidence"

  /// Ordered by look, then state.
  static let rows: [SystemStyleRow] = [
    SystemStyleRow(.plain, .normal, .background(or: .clear), .foreground(), source: known),
    SystemStyleRow(
      .plain, .highlighted, .background(or: .clear), .foreground().at(0.75), source: seen),
    SystemStyleRow(
      .plain, .selected, .background().at(0.18, dark: 0.25), .named(.tint), source: known),
    SystemStyleRow(
      .plain, .selectedHighlighted, .background().at(0.12, dark: 0.18), .foreground().at(0.75),
      source: seen),
    SystemStyleRow(.plain, .disabled, .named(.clear), .named(.tertiaryLabel), source: seen),

    SystemStyleRow(
      .gray, .normal, .background(or: .secondarySystemFill), .foreground(), source: seen),
    SystemStyleRow(
      .gray, .highlighted, .named(.tertiarySystemFill), .foreground().at(0.75), source: seen),
    SystemStyleRow(
      .gray, .selected, .background().at(0.18, dark: 0.25), .named(.tint), source: seen),
    SystemStyleRow(
      .gray, .selectedHighlighted, .background().at(0.12, dark: 0.18), .foreground().at(0.75),
      source: seen),
    SystemStyleRow(
      .gray, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), source: seen),

    SystemStyleRow(
      .tinted, .normal, .background().at(0.18, dark: 0.25), .foreground(), source: seen),
    SystemStyleRow(
      .tinted, .highlighted, .background().at(0.12, dark: 0.18), .foreground().at(0.75),
      source: seen),
    SystemStyleRow(.tinted, .selected, .background(), .named(.white), source: seen),
    SystemStyleRow(
      .tinted, .selectedHighlighted, .background().at(0.75), .named(.white).at(0.75),
      source: seen),
    SystemStyleRow(
      .tinted, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), source: seen),

    SystemStyleRow(.filled, .normal, .background(), .foreground(or: .white), source: seen),
    SystemStyleRow(
      .filled, .highlighted, .background().at(0.75), .foreground(or: .white).at(0.75),
      source: seen),
    SystemStyleRow(.filled, .selected, .background(), .named(.white), source: seen),
    SystemStyleRow(
      .filled, .selectedHighlighted, .background().at(0.75), .named(.white).at(0.75),
      source: seen),
    SystemStyleRow(
      .filled, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), source: seen),
  ]
}

extension SystemStyle {
  /// The look that the name stands for: the bordered names are those of SwiftUI and older UIKit.
  var look: SystemStyleTable.Look {
    switch self {
    case .plain, .borderless: .plain
    case .gray, .bordered: .gray
    case .tinted, .borderedTinted: .tinted
    case .filled, .borderedProminent: .filled
    }
  }

  /// Whether the style shows selection where nobody says.
  var updatesForSelection: Bool { look != .filled }
}
