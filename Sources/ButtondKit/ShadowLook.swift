/// The shadow of the background.
public struct ShadowLook: ~Copyable {
  let call: PluginCall

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
}
