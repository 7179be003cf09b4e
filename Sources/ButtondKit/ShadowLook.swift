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

  private func read<T: PropertyValue>(_ name: StaticString) -> T? { call.property(name) }

  private func set<T: PropertyValue>(_ name: StaticString, _ value: T?) {
    call.setProperty(name, value)
  }
}
