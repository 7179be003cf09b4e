/// What lies behind the content.
public struct BackgroundLook: ~Copyable {
  private let call: PluginCall

  init(call: PluginCall) { self.call = call }

  // Not inlined for the reason that ``Look`` has.

  /// The shadow.
  public var shadow: ShadowLook { @inline(never) get { ShadowLook(call: call) } }

  /// The space between the button's edges and the background, in points; negative: it grows.
  public var insets: InsetsLook {
    @inline(never) get { InsetsLook(call: call, edges: .background) }
  }

  /// The fill in every state; `clear` for no fill. Where nobody sets it, the style decides.
  public var color: Color? {
    get { read("button.background.backgroundColor") }
    nonmutating set { set("button.background.backgroundColor", newValue) }
  }

  /// Makes the fill out of the colour that was decided.
  public var colorTransformer: Effect? {
    get { read("button.background.backgroundColorTransformer") }
    nonmutating set { set("button.background.backgroundColorTransformer", newValue) }
  }

  /// Points, 0 to 10,000, clamped to what fits. It shows where `Look.cornerStyle` is `fixed`, or
  /// `dynamic`, which lets it grow with the content size; the others have fixed radii.
  public var cornerRadius: Double? {
    get { read("button.background.cornerRadius") }
    nonmutating set { set("button.background.cornerRadius", newValue) }
  }

  /// The outline's colour; the tint where nobody sets it.
  public var strokeColor: Color? {
    get { read("button.background.strokeColor") }
    nonmutating set { set("button.background.strokeColor", newValue) }
  }

  /// Transforms the resolved colour of the outline.
  public var strokeColorTransformer: Effect? {
    get { read("button.background.strokeColorTransformer") }
    nonmutating set { set("button.background.strokeColorTransformer", newValue) }
  }

  /// The outline's width in points, 0 to 10,000.
  public var strokeWidth: Double? {
    get { read("button.background.strokeWidth") }
    nonmutating set { set("button.background.strokeWidth", newValue) }
  }

  /// Points by which the outline lies outside the background, −10,000 to 10,000.
  public var strokeOutset: Double? {
    get { read("button.background.strokeOutset") }
    nonmutating set { set("button.background.strokeOutset", newValue) }
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

  /// The name of an image that clients know, drawn behind the content; nil or empty: none.
  public var image: String? {
    get { read("button.background.image") }
    nonmutating set { set("button.background.image", newValue) }
  }

  /// How the image fills its place.
  public var imageContentMode: ImageContentMode? {
    get { read("button.background.imageContentMode") }
    nonmutating set { set("button.background.imageContentMode", newValue) }
  }

  /// The name of a visual effect behind the background, a hint to clients; nil or empty: none.
  public var material: String? {
    get { read("button.background.material") }
    nonmutating set { set("button.background.material", newValue) }
  }

  private func read<T: PropertyValue>(_ name: StaticString) -> T? { call.property(name) }

  private func set<T: PropertyValue>(_ name: StaticString, _ value: T?) {
    call.setProperty(name, value)
  }
}
