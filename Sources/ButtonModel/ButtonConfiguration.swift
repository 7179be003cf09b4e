/// How a button should look, as its owner wants it: UIKit's `UIButton.Configuration` as data.
///
/// The stored intent for a button. Resolving a look never changes it.
public struct ButtonConfiguration: Hashable, Sendable {
  /// The properties that are set; all others are left to the style.
  public var properties: PropertyList

  /// A configuration that sets the given properties.
  public init(properties: PropertyList = PropertyList()) { self.properties = properties }
}

// What is more than one property; nil leaves it to the style.
extension ButtonConfiguration {
  /// The title, or the text of `titleRuns` or `attributedTitle` if one is set. Setting it removes the
  /// attributes.
  public var title: String? {
    get { properties.mirroredText(.title)?.string }
    set { properties.setText(newValue, for: .title) }
  }

  /// The title with attributes, or `title` without attributes if that is set. Setting it replaces
  /// `title`.
  public var attributedTitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedTitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedTitle) }
  }

  /// The title in runs, each with its attributes; nil if it has none. Setting it replaces `title`
  /// and `attributedTitle`; runs over their bounds leave what there is.
  public var titleRuns: [TextRun]? {
    get { properties.textRuns(.titleRuns) }
    set {
      guard let newValue else { return properties.assign(nil, to: .titleRuns) }
      let json = TextRun.json(newValue)
      guard json.bytes.withUnsafeBytes({ TextRun.areValid($0) }) else { return }
      properties.assign(.text(json), to: .titleRuns)
    }
  }

  /// The second line, or the text of `attributedSubtitle` if that is set. Setting it removes the
  /// attributes.
  public var subtitle: String? {
    get { properties.mirroredText(.subtitle)?.string }
    set { properties.setText(newValue, for: .subtitle) }
  }

  /// The second line with attributes, or `subtitle` without attributes if that is set. Setting it
  /// replaces `subtitle`.
  public var attributedSubtitle: AttributedText? {
    get { properties.mirroredAttributedText(.attributedSubtitle) }
    set { properties.assign(newValue.map { .attributedText($0) }, to: .attributedSubtitle) }
  }

  /// Points around the content.
  public var contentInsets: DirectionalEdges {
    get { properties.edges(DirectionalEdges.content) }
    set { properties.setEdges(newValue, for: DirectionalEdges.content) }
  }

  /// The background's part of the properties.
  public var background: BackgroundConfiguration {
    get { BackgroundConfiguration(properties: properties.background) }
    set { properties.background = newValue.properties }
  }
}

extension PropertyList {
  /// The entries whose names begin with `background.`.
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
  /// The properties of `BackgroundConfiguration`.
  static let backgroundProperties = PropertySet(backgroundRows.map(\.property))
}
