/// How a button should look, as its owner wants it: UIKit's `UIButton.Configuration` as data.
/// Resolving a look never changes it.
public struct ButtonConfiguration: Hashable, Sendable {
  /// The properties that are set; the style decides all others.
  public var properties: PropertyList

  public init(properties: PropertyList = PropertyList()) { self.properties = properties }
}

// Each stands for more than one property; nil leaves it to the style.
extension ButtonConfiguration {
  /// The title, or the text of `titleRuns` or `attributedTitle`. Setting it removes the attributes.
  public var title: String? {
    get { properties.mirroredText(.title)?.string }
    set { properties.setText(newValue, for: .title) }
  }

  /// The title with attributes, or `title` without. Setting it replaces `title`.
  public var attributedTitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedTitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedTitle) }
  }

  /// Nil if it has none. Setting it replaces `title` and `attributedTitle`; invalid runs are
  /// ignored.
  public var titleRuns: [TextRun]? {
    get { properties.textRuns(.titleRuns) }
    set {
      guard let newValue else { return properties.assign(nil, to: .titleRuns) }
      let json = TextRun.json(newValue)
      guard json.bytes.withUnsafeBytes({ TextRun.areValid($0) }) else { return }
      properties.assign(.text(json), to: .titleRuns)
    }
  }

  /// The second line, or the text of `attributedSubtitle`. Setting it removes the attributes.
  public var subtitle: String? {
    get { properties.mirroredText(.subtitle)?.string }
    set { properties.setText(newValue, for: .subtitle) }
  }

  /// The second line with attributes, or `subtitle` without. Setting it replaces `subtitle`.
  public var attributedSubtitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedSubtitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedSubtitle) }
  }

  /// In points.
  public var contentInsets: DirectionalEdges {
    get { properties.edges(DirectionalEdges.content) }
    set { properties.setEdges(newValue, for: DirectionalEdges.content) }
  }

  public var background: BackgroundConfiguration {
    get { BackgroundConfiguration(properties: properties.background) }
    set { properties.background = newValue.properties }
  }
}

extension PropertyList {
  fileprivate var background: PropertyList {
    get {
      PropertyList(entries.filter { PropertyRegistry.backgroundProperties.contains($0.property) })
    }
    set {
      let others = entries.filter { !PropertyRegistry.backgroundProperties.contains($0.property) }
      self = PropertyList(others + newValue.entries)
    }
  }
}

extension PropertyRegistry {
  static let backgroundProperties = PropertySet(backgroundRows.map(\.property))
}
