/// A named role of text, which determines its size.
public enum TextStyle: UInt8, PropertyChoice {
  case largeTitle, title, title2, title3, headline, body, callout, subheadline, footnote
  case caption, caption2

  public static let names = spelledNames()

  /// In points, at the default content size.
  public var pointSize: Double {
    switch self {
    case .largeTitle: 34
    case .title: 28
    case .title2: 22
    case .title3: 20
    case .headline, .body: 17
    case .callout: 16
    case .subheadline: 15
    case .footnote: 13
    case .caption: 12
    case .caption2: 11
    }
  }

  /// In points from line to line, at the default content size.
  public var lineHeight: Double {
    switch self {
    case .largeTitle: 41
    case .title: 34
    case .title2: 28
    case .title3: 25
    case .headline, .body: 22
    case .callout: 21
    case .subheadline: 20
    case .footnote: 18
    case .caption: 16
    case .caption2: 13
    }
  }

  public var weight: FontWeight { self == .headline ? .semibold : .regular }

  /// Returns the size in points: body as published, the others by body's ratio, rounded.
  public func pointSize(for contentSize: ContentSize) -> Double {
    if contentSize == .l { return pointSize }
    if self == .body { return contentSize.bodyPointSize }
    return (pointSize * contentSize.scale).rounded()
  }
}
