import ButtonModel

/// The system styles as data: background and foreground for each state.
///
/// `Config/system-styles.json` is the same table for readers without Swift.
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

  /// Ordered by look, then state.
  static let rows: [SystemStyleRow] = [
    SystemStyleRow(.plain, .normal, .background(or: .clear), .foreground(), .described),
    SystemStyleRow(
      .plain, .highlighted, .background(or: .clear), .foreground().at(0.75), .undocumented),
    SystemStyleRow(
      .plain, .selected, .background().at(0.18, dark: 0.25), .named(.tint), .described),
    SystemStyleRow(
      .plain, .selectedHighlighted, .background().at(0.12, dark: 0.18), .foreground().at(0.75),
      .undocumented),
    SystemStyleRow(.plain, .disabled, .named(.clear), .named(.tertiaryLabel), .undocumented),

    SystemStyleRow(
      .gray, .normal, .background(or: .secondarySystemFill), .foreground(), .undocumented),
    SystemStyleRow(
      .gray, .highlighted, .named(.tertiarySystemFill), .foreground().at(0.75), .undocumented),
    SystemStyleRow(
      .gray, .selected, .background().at(0.18, dark: 0.25), .named(.tint), .undocumented),
    SystemStyleRow(
      .gray, .selectedHighlighted, .background().at(0.12, dark: 0.18), .foreground().at(0.75),
      .undocumented),
    SystemStyleRow(
      .gray, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), .undocumented),

    SystemStyleRow(
      .tinted, .normal, .background().at(0.18, dark: 0.25), .foreground(), .undocumented),
    SystemStyleRow(
      .tinted, .highlighted, .background().at(0.12, dark: 0.18), .foreground().at(0.75),
      .undocumented),
    SystemStyleRow(.tinted, .selected, .background(), .named(.white), .undocumented),
    SystemStyleRow(
      .tinted, .selectedHighlighted, .background().at(0.75), .named(.white).at(0.75),
      .undocumented),
    SystemStyleRow(
      .tinted, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), .undocumented),

    SystemStyleRow(.filled, .normal, .background(), .foreground(or: .white), .undocumented),
    SystemStyleRow(
      .filled, .highlighted, .background().at(0.75), .foreground(or: .white).at(0.75),
      .undocumented),
    SystemStyleRow(.filled, .selected, .background(), .named(.white), .undocumented),
    SystemStyleRow(
      .filled, .selectedHighlighted, .background().at(0.75), .named(.white).at(0.75),
      .undocumented),
    SystemStyleRow(
      .filled, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), .undocumented),
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

  /// Whether the style shows selection by default.
  package var updatesForSelection: Bool { look != .filled }
}
