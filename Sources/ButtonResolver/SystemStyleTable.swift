import ButtonModel

/// The system styles as data: background and foreground for each state. `Config/system-styles.json`
/// is the same table for readers without Swift.
enum SystemStyleTable {
  /// The six looks that the ten names stand for.
  enum Look: Int, CaseIterable, Sendable {
    case plain, gray, tinted, filled, glass, prominentGlass

    /// A material is behind the background, unless the display asks for more contrast. A client
    /// that draws no materials shows only the translucent background.
    var hasMaterial: Bool {
      switch self {
      case .plain, .gray, .tinted, .filled: false
      case .glass, .prominentGlass: true
      }
    }

    var cornerStyle: ButtonConfiguration.CornerStyle { hasMaterial ? .capsule : .dynamic }
  }

  static let material: UTF8String = "glass"

  /// Disabled hides all others.
  enum State: Int, CaseIterable, Sendable {
    case normal, highlighted, selected, selectedHighlighted, disabled
  }

  static func row(_ look: Look, _ state: State) -> SystemStyleRow {
    rows[look.rawValue * State.allCases.count + state.rawValue]
  }

  /// By look, then state.
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

    SystemStyleRow(
      .glass, .normal, .background(or: .systemFill, raised: .systemGray5), .foreground(or: .label),
      .ours),
    SystemStyleRow(
      .glass, .highlighted,
      .background(or: .systemFill, raised: .systemGray4).at(0.75, raised: 1),
      .foreground(or: .label).at(0.75), .ours),
    SystemStyleRow(.glass, .selected, .background().at(0.3, dark: 0.4), .named(.tint), .ours),
    SystemStyleRow(
      .glass, .selectedHighlighted, .background().at(0.2, dark: 0.3), .foreground().at(0.75),
      .ours),
    SystemStyleRow(
      .glass, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), .ours),

    SystemStyleRow(
      .prominentGlass, .normal, .background().at(0.85, raised: 1), .foreground(or: .white), .ours),
    SystemStyleRow(
      .prominentGlass, .highlighted, .background().at(0.65, raised: 0.75),
      .foreground(or: .white).at(0.75), .ours),
    SystemStyleRow(
      .prominentGlass, .selected, .background().at(0.85, raised: 1), .named(.white), .ours),
    SystemStyleRow(
      .prominentGlass, .selectedHighlighted, .background().at(0.65, raised: 0.75),
      .named(.white).at(0.75), .ours),
    SystemStyleRow(
      .prominentGlass, .disabled, .named(.tertiarySystemFill), .named(.tertiaryLabel), .ours),
  ]
}

extension SystemStyle {
  /// The bordered names are those of SwiftUI and older UIKit.
  var look: SystemStyleTable.Look {
    switch self {
    case .plain, .borderless: .plain
    case .gray, .bordered: .gray
    case .tinted, .borderedTinted: .tinted
    case .filled, .borderedProminent: .filled
    case .glass: .glass
    case .prominentGlass: .prominentGlass
    }
  }

  /// Whether the style shows selection by default.
  package var updatesForSelection: Bool { look != .filled && look != .prominentGlass }
}
