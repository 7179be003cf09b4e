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
  /// `Context.tint` as 0xRRGGBBAA; nil for systemBlue.
  public var tint: UInt32?
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
  /// How often its action was triggered.
  public internal(set) var triggers = 0

  private var host: TestHost?
  /// What presses remember, by pointer.
  private var scratches: [UInt32: Any] = [:]

  /// A button with an empty configuration, in its normal state, on a light display.
  public init() {}

  /// Runs a style: what earlier calls set is gone before. Throws what the style throws, or why a daemon
  /// would give the button up.
  public func update(with style: some ButtonStyle) throws {
    try begin { try style.update(Look(call: $0), in: Context(call: $0)) }
  }

  /// Runs a handler on what the style before has set. Throws what the handler throws, or why a daemon would
  /// give the button up.
  public func update(with handler: some UpdateHandler) throws {
    try perform { try handler.update(Look(call: $0), in: Context(call: $0)) }
  }

  /// Has a style take an event of a pointer. A press remembers from `.began` until it is over.
  public func send<Style: PrimitiveButtonStyle>(
    _ event: PointerEvent, to style: Style
  ) throws {
    let scratch = scratches[event.pointer] as? Style.Scratch
    try perform { call in
      var press = Press(
        call: call, isPressed: isPressed,
        scratch: event.phase == .began ? Style.Scratch() : scratch ?? Style.Scratch())
      try style.gesture(event, &press, in: Context(call: call))
      scratches[event.pointer] = press.scratch
    }
    if event.phase == .ended || event.phase == .cancelled {
      scratches[event.pointer] = nil
      isPressed = false
    }
  }

  /// The look that stands: what was set, and else the configuration.
  public var look: Look { Look(testing: self) }

  /// The context, for functions of a plugin's own.
  public var context: Context { Context(testing: self) }

  /// A call that lasts as long as the button.
  fileprivate func call() -> PluginCall {
    let host = self.host ?? TestHost()
    self.host = host
    return host.call(for: self)
  }

  private func begin(_ body: (PluginCall) throws -> Void) throws {
    properties = [:]
    nextUpdate = nil
    try perform(body)
  }

  private func perform(_ body: (PluginCall) throws -> Void) throws {
    let call = call()
    try body(call)
    if let mistake = call.mistake { throw StyleFailure(mistake.description) }
  }
}

extension Look {
  /// The look of a button in a unit test; the button must outlive it.
  public init(testing button: TestButton) { self.init(call: button.call()) }
}

extension Context {
  /// What a style finds of a button in a unit test; the button must outlive it.
  public init(testing button: TestButton) { self.init(call: button.call()) }
}
