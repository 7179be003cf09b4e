/// One number for each edge, in points; nil leaves the edge to the style.
public struct DirectionalEdges: Hashable, Sendable {
  public var top: Double?
  public var leading: Double?
  public var bottom: Double?
  public var trailing: Double?

  public init(
    top: Double? = nil, leading: Double? = nil, bottom: Double? = nil, trailing: Double? = nil
  ) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }

  /// Top, leading, bottom, trailing.
  typealias Properties = (Property, Property, Property, Property)

  static let content: Properties = (
    .contentInsetTop, .contentInsetLeading, .contentInsetBottom, .contentInsetTrailing
  )
  static let background: Properties = (
    .backgroundInsetTop, .backgroundInsetLeading, .backgroundInsetBottom, .backgroundInsetTrailing
  )
}

extension PropertyList {
  func edges(_ properties: DirectionalEdges.Properties) -> DirectionalEdges {
    DirectionalEdges(
      top: number(properties.0), leading: number(properties.1), bottom: number(properties.2),
      trailing: number(properties.3))
  }

  mutating func setEdges(_ edges: DirectionalEdges, for properties: DirectionalEdges.Properties) {
    setNumber(edges.top, for: properties.0)
    setNumber(edges.leading, for: properties.1)
    setNumber(edges.bottom, for: properties.2)
    setNumber(edges.trailing, for: properties.3)
  }
}
