/// A button without a daemon: what a unit test gives to a style or handler, and asks what came of it.
///
/// ```swift
/// let button = TestButton()
/// button.state["shop.stock"] = 0
/// button.controlState = .highlighted
/// try button.update(with: BreadStyle())
/// #expect(button.look.title == "Sold out")
/// ```
///
/// It takes every property and every value. Whether a daemon would take them, and whether the manifest
/// covers what is read, says `buttonctl plugin check`. Use it on one thread.
public final class TestButton {
  // MARK: What a style or handler finds

  /// `Context.id`.
  public var id = "test"
  /// `Context.role`.
  public var role = ButtonRole.none
  /// `Context.controlState`.
  public var controlState: ControlState = []
  /// `Context.isBusy`.
  public var isBusy = false
  /// `Context.isHovered`.
  public var isHovered = false
  /// What the definition's configuration says, by the names of properties: `title`, `background.strokeWidth`.
  public var configuration: [String: Value] = [:]
  /// What the definition passes, the manifest's defaults among it.
  public var parameters: [String: Value] = [:]
  /// The values of state keys.
  public var state: [String: Value] = [:]
  /// State keys that nothing feeds any more.
  public var lostKeys: Set<String> = []
  /// The theme's tokens by their paths.
  public var theme: [String: Value] = [:]
  /// `Context.isDark`.
  public var isDark = false
  /// `Context.isHighContrast`.
  public var isHighContrast = false
  /// `Context.contentSize`.
  public var contentSize = "L"
  /// `Context.isRightToLeft`.
  public var isRightToLeft = false
  /// `Context.locale`.
  public var locale = "en"
  /// `Context.reducesMotion`.
  public var reducesMotion = false
  /// `Context.usesBoldText`.
  public var usesBoldText = false
  /// `Context.tint` as 0xRRGGBBAA; nil for systemBlue.
  public var tint: UInt32?
  /// `Context.controlSize`.
  public var controlSize = ControlSize.regular
  /// `Context.nowMilliseconds`.
  public var nowMilliseconds = 0

  // MARK: What came of it

  /// The properties that were set, by name.
  public internal(set) var properties: [String: Value] = [:]
  /// The time that `Context.setNeedsUpdateConfiguration(atMilliseconds:)` asked for last.
  public internal(set) var nextUpdate: Int?
  /// The lines that were logged.
  public internal(set) var log: [String] = []
  /// How often `Host.setNeedsUpdateConfiguration` was called, in whatever form.
  public internal(set) var updateRequests = 0
  /// Whether its gesture shows it as pressed.
  public internal(set) var isPressed = false
  /// The milliseconds until the timer of its press fires; nil where none is set.
  public internal(set) var pressTimer: Int?
  /// How often its action was triggered.
  public internal(set) var triggers = 0

  private let host = TestHost()

  /// A button with an empty configuration, in its normal state, on a light display.
  public init() {}

  /// Runs a style: what earlier calls set is gone before. Throws why a daemon would give the button up,
  /// which is what the style throws, or its first mistake.
  public func update(with style: any ButtonStyle) throws {
    properties = [:]
    nextUpdate = nil
    try host.update(self, style: style)
  }

  /// Runs a handler on what the style before has set, and throws as for a style.
  public func update(with handler: any UpdateHandler) throws {
    try host.update(self, handler: handler)
  }

  /// Has a style take an event of a pointer, and throws as `update(with:)` does. A press remembers from
  /// `.began` until it is over.
  public func send(_ event: PointerEvent, to style: any PrimitiveButtonStyle) throws {
    try host.send(event, to: style, of: self)
  }

  /// Has the timer of a press fire that a style set, whatever its time, and throws as `update(with:)` does.
  /// Does nothing where no timer is set.
  public func fireTimer(of style: any PrimitiveButtonStyle, pointer: UInt32 = 0) throws {
    guard pressTimer != nil else { return }
    pressTimer = nil
    try host.fireTimer(of: style, pointer, of: self)
  }

  /// The look that stands: what was set, and else the configuration.
  public var look: Look { @inline(never) get { Look(testing: self) } }

  /// The context, for functions of a plugin's own.
  public var context: Context { @inline(never) get { Context(testing: self) } }

  /// A call that lasts as long as the button.
  fileprivate func call() -> PluginCall { host.call(for: self) }
}

extension Look {
  /// The look of a button in a unit test; the button must outlive it.
  @inline(never)
  public init(testing button: TestButton) { self.init(call: button.call()) }
}

extension Context {
  /// What a style finds of a button in a unit test; the button must outlive it.
  @inline(never)
  public init(testing button: TestButton) { self.init(call: button.call()) }
}
