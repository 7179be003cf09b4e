extension BackgroundConfiguration {
  /// The shadow behind the background; the style decides nil members.
  public struct Shadow: Hashable, Sendable {
    public var color: Color?
    /// Multiplies the colour's alpha; 0 is not a shadow.
    public var opacity: Double?
    public var radius: Double?
    public var x: Double?
    public var y: Double?

    public init(
      color: Color? = nil, opacity: Double? = nil, radius: Double? = nil, x: Double? = nil,
      y: Double? = nil
    ) {
      self.color = color
      self.opacity = opacity
      self.radius = radius
      self.x = x
      self.y = y
    }

    init(_ properties: PropertyList) {
      color = properties.color(.shadowColor)
      opacity = properties.number(.shadowOpacity)
      radius = properties.number(.shadowRadius)
      x = properties.number(.shadowX)
      y = properties.number(.shadowY)
    }

    func write(to properties: inout PropertyList) {
      properties.setColor(color, for: .shadowColor)
      properties.setNumber(opacity, for: .shadowOpacity)
      properties.setNumber(radius, for: .shadowRadius)
      properties.setNumber(x, for: .shadowX)
      properties.setNumber(y, for: .shadowY)
    }
  }
}
