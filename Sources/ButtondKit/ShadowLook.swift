/// The shadow of the background.
public struct ShadowLook: ~Copyable {
  private let call: PluginCall

  init(call: PluginCall) { self.call = call }

  /// The shadow's colour.
  public var color: Color? {
    get { read("button.background.shadow.color") }
    nonmutating set { set("button.background.shadow.color", newValue) }
  }

  /// Multiplies the alpha of the colour, 0 to 1; 0: no shadow.
  public var opacity: Double? {
    get { read("button.background.shadow.opacity") }
    nonmutating set { set("button.background.shadow.opacity", newValue) }
  }

  /// The blur radius in points, 0 to 10,000.
  public var radius: Double? {
    get { read("button.background.shadow.radius") }
    nonmutating set { set("button.background.shadow.radius", newValue) }
  }

  /// Points by which the shadow is moved to the right, −10,000 to 10,000.
  public var x: Double? {
    get { read("button.background.shadow.x") }
    nonmutating set { set("button.background.shadow.x", newValue) }
  }

  /// Points by which the shadow is moved down, −10,000 to 10,000.
  public var y: Double? {
    get { read("button.background.shadow.y") }
    nonmutating set { set("button.background.shadow.y", newValue) }
  }

  /// Sets all of it: the colour with its alpha multiplied by an opacity, blurred by a radius, and moved.
  public func set(color: Color, opacity: Double, radius: Double, x: Double = 0, y: Double = 0) {
    self.color = color
    self.opacity = opacity
    self.radius = radius
    self.x = x
    self.y = y
  }

  /// Takes out of sight what the definition says.
  func reset() {
    if opacity != nil { opacity = 0 }
    if radius != nil { radius = 0 }
    if x != nil { x = 0 }
    if y != nil { y = 0 }
  }

  private func read<T: PropertyValue>(_ name: StaticString) -> T? { call.property(name) }

  private func set<T: PropertyValue>(_ name: StaticString, _ value: T?) {
    call.setProperty(name, value)
  }
}
