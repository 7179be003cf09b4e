import ButtonModel

/// Metrics that follow from a button's size, unless they are set.
struct SizeMetrics: Sendable {
  /// Above and below the content, in points.
  let verticalInset: Double
  /// Before and after the content, in points.
  let horizontalInset: Double
  let cornerRadius: Double
  let titleStyle: TextStyle
  let subtitleStyle: TextStyle

  /// The fonts alone: no insets, no corners.
  var bare: SizeMetrics {
    SizeMetrics(
      verticalInset: 0, horizontalInset: 0, cornerRadius: 0, titleStyle: titleStyle,
      subtitleStyle: subtitleStyle)
  }

  static func row(_ size: ButtonConfiguration.Size) -> SizeMetrics { rows[Int(size.rawValue)] }

  static func row(_ size: ButtonConfiguration.ControlSize) -> SizeMetrics {
    rows[Int(size.rawValue)]
  }

  /// The source of insets and radius; the fonts are our choice.
  static let source = StyleSource.approximate

  /// In the order of `ButtonConfiguration.ControlSize`, whose first four are
  /// `ButtonConfiguration.Size`; extraLarge is our choice.
  static let rows: [SizeMetrics] = [
    SizeMetrics(
      verticalInset: 5, horizontalInset: 10, cornerRadius: 14, titleStyle: .subheadline,
      subtitleStyle: .caption),
    SizeMetrics(
      verticalInset: 5, horizontalInset: 10, cornerRadius: 14, titleStyle: .subheadline,
      subtitleStyle: .caption),
    SizeMetrics(
      verticalInset: 7, horizontalInset: 12, cornerRadius: 5.95, titleStyle: .body,
      subtitleStyle: .footnote),
    SizeMetrics(
      verticalInset: 15, horizontalInset: 20, cornerRadius: 8.75, titleStyle: .body,
      subtitleStyle: .footnote),
    SizeMetrics(
      verticalInset: 20, horizontalInset: 25, cornerRadius: 12, titleStyle: .title3,
      subtitleStyle: .subheadline),
  ]

  /// Returns the radius for corner styles with their own, which is our choice; nil for others.
  static func cornerRadius(of style: ButtonConfiguration.CornerStyle) -> Double? {
    switch style {
    case .small: 4
    case .medium: 6
    case .large: 10
    case .fixed, .dynamic, .capsule: nil
    }
  }
}
