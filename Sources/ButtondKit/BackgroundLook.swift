/// What lies behind the content.
public struct BackgroundLook: ~Copyable {
  let call: PluginCall

  // Not inlined for the reason that ``Look`` has.

  /// The shadow.
  public var shadow: ShadowLook { @inline(never) get { ShadowLook(call: call) } }

  /// The space between the button's edges and the background, in points; negative: it grows.
  public var insets: InsetsLook {
    @inline(never) get { InsetsLook(call: call, edges: .background) }
  }

  /// Draws the outline that says that the button has the focus, as the base styles do where nobody
  /// sets an outline: 2 points of the tint with 2 points of ground inside.
  public func showFocusRing() {
    strokeColor = .tint
    strokeWidth = 2
    strokeOutset = 4
  }

  /// Starts the background from nothing, whatever the button's definition says of it: no fill, no
  /// outline, no shadow, no image, and no transformer that would work on what is set next.
  ///
  /// The radius stays, which belongs to `Look.cornerStyle`.
  public func reset() {
    color = .clear
    if colorTransformer != nil { colorTransformer = .opacity(1) }
    if strokeColor != nil { strokeColor = .clear }
    if strokeColorTransformer != nil { strokeColorTransformer = .opacity(1) }
    if strokeWidth != nil { strokeWidth = 0 }
    if strokeOutset != nil { strokeOutset = 0 }
    image = nil
    if imageContentMode != nil { imageContentMode = .scaleToFill }
    material = nil
    insets.reset()
    shadow.reset()
  }
}
