/// What a style or handler may read: the button, the state, the display.
///
/// Everything read is remembered by the daemon; when any of it changes, `update` is called again.
/// A context is good for one call and cannot be kept.
public struct Context: ~Copyable {
  private let call: PluginCall

  init(call: PluginCall) { self.call = call }

  /// The daemon, for logging and for asking for updates; this may be kept.
  public var host: Host { call.host }

  // MARK: State

  /// The value of a state key, nil when it is absent, null or of another type.
  ///
  /// The key must be covered by the manifest's `reads`; else the button fails with that reason. The
  /// button depends on it from now on, whether it is there or not.
  public func state<T: ReadableValue>(_ key: StaticString, as type: T.Type = T.self) -> T? {
    call.read(key, .state).flatMap { T($0) }
  }

  /// The value of a state key whose name is made at run time, as `state(_:as:)`. Every name counts
  /// towards the 4,096 that a plugin may use in one life; beyond, the button fails.
  public func state<T: ReadableValue>(named key: String, as type: T.Type = T.self) -> T? {
    call.read("state." + key).flatMap { T($0) }
  }

  /// Whether a state key is lost, because what feeds it is gone: its value is the last one that was
  /// written. The key must be covered by the manifest's `reads`, as for `state(_:as:)`; the button
  /// depends on the answer from now on.
  public func isLost(_ key: StaticString) -> Bool {
    call.read(key, .quality).flatMap { String($0) } == "lost"
  }

  /// The same for a state key whose name is made at run time; every name counts, as for
  /// `state(named:as:)`.
  public func isLost(named key: String) -> Bool {
    call.read("quality." + key).flatMap { String($0) } == "lost"
  }

  /// An argument that the button's definition passes, nil when it is absent or of another type.
  ///
  /// The daemon has held it to the manifest's type and bounds, and fills in the manifest's default;
  /// without one in the manifest, write `context.parameter("size") ?? 17`.
  public func parameter<T: ReadableValue>(_ name: StaticString, as type: T.Type = T.self) -> T? {
    call.read(name, .parameter).flatMap { T($0) }
  }

  /// A token of the theme by its path, `button.radius.default`, nil when it is absent or of another
  /// type. Lengths are points, times milliseconds. It needs no `reads`, and is tracked like state.
  public func theme<T: ReadableValue>(_ path: StaticString, as type: T.Type = T.self) -> T? {
    call.read(path, .theme).flatMap { T($0) }
  }

  /// A token of the theme whose path is made at run time, as `theme(_:as:)`. Every path counts towards
  /// the 4,096 names that a plugin may use in one life; beyond, the button fails. No token has a path of
  /// more than 249 bytes.
  public func theme<T: ReadableValue>(named path: String, as type: T.Type = T.self) -> T? {
    guard path.utf8.count <= 249 else { return nil }
    return call.read("theme." + path).flatMap { T($0) }
  }

  /// A token that the style cannot do without, by its path: without it the button is given up, and the
  /// reason names the token. Else as `theme(named:as:)`.
  public func token<T: ReadableValue>(_ path: String, as type: T.Type = T.self) throws -> T {
    guard let value = theme(named: path, as: type) else {
      let kind =
        switch type {
        case is Color.Type: "color"
        case is Double.Type, is Int.Type: "dimension or number"
        default: "\(T.self)"
        }
      throw StyleFailure("the theme has no \(kind) \(path)")
    }
    return value
  }

  // MARK: The button

  /// The button's id.
  public var id: String { text("button.id") }

  /// What `Host.setNeedsUpdateConfiguration(handle:)` takes; good until the button is redefined or
  /// removed, or the plugin replaced.
  public var handle: UInt64 {
    guard case .int(let handle)? = call.read("button.handle") else { return 0 }
    return UInt64(bitPattern: handle)
  }

  /// What the button means to its surroundings.
  public var role: ButtonRole { ButtonRole(rawValue: text("button.role")) ?? .none }

  /// The button's exact state.
  public var controlState: ControlState {
    var state: ControlState = []
    if isHighlighted { state.insert(.highlighted) }
    if !isEnabled { state.insert(.disabled) }
    if isSelected { state.insert(.selected) }
    if isFocused { state.insert(.focused) }
    return state
  }

  /// Whether it takes presses.
  public var isEnabled: Bool { flag("button.isEnabled") }
  /// Whether it is pressed at this moment, by any client.
  public var isHighlighted: Bool { flag("button.isHighlighted") }
  /// Whether it is chosen, as a filter that is on.
  public var isSelected: Bool { flag("button.isSelected") }
  /// Whether it holds the keyboard focus.
  public var isFocused: Bool { flag("button.isFocused") }
  /// Whether a client's pointer is over it.
  public var isHovered: Bool { flag("button.isHovered") }
  /// Whether its definition says that it is busy; what a style sets is not seen here.
  public var isBusy: Bool { flag("button.isBusy") }

  // MARK: The display

  /// True on a dark display.
  public var isDark: Bool { call.isDark }
  /// True where contrast is raised.
  public var isHighContrast: Bool { text("env.contrast") == "high" }
  /// The reader's preferred text size: `xS` to `XXXL`, `AX1` to `AX5`; `L` is the usual one.
  public var contentSize: String { text("env.contentSize") }
  /// True where text runs from right to left.
  public var isRightToLeft: Bool { text("env.layoutDirection") == "rightToLeft" }
  /// The reader's language, as BCP 47 writes it: `en`, `de-CH`.
  public var locale: String { text("env.locale") }
  /// True where the reader wants little to move: sizes and places stay, and what fades may fade.
  public var reducesMotion: Bool { flag("env.reduceMotion") }
  /// True where the reader wants heavier letters. The daemon raises all weights itself; this is for
  /// thin lines that go with them.
  public var usesBoldText: Bool { flag("env.boldText") }
  /// The tint of the button, of its group or of the display.
  public var tint: Color { color("env.tint") ?? .tint }
  /// The size that the button or its group says; `regular` where neither does.
  public var controlSize: ControlSize { ControlSize(rawValue: text("env.controlSize")) ?? .regular }

  /// What a named colour is on this display, nil for a name that this host does not know.
  public func color(named name: String) -> Color? {
    call.read("env.color." + name).flatMap { Color($0) }
  }

  /// Milliseconds since 1970 when the daemon asked; its passing alone causes no update.
  public var nowMilliseconds: Int {
    call.read("env.nowMs").flatMap { Int($0) } ?? 0
  }

  /// Asks for `update` again at a time, in milliseconds since 1970, for looks that change as time goes
  /// by; ask every time. The earliest time holds, until it has come or the button is updated for
  /// another reason. For `update` only.
  public func setNeedsUpdateConfiguration(atMilliseconds time: Int) { call.updateAt(time) }

  private func text(_ name: StaticString) -> String {
    call.read(name).flatMap { String($0) } ?? ""
  }

  private func flag(_ name: StaticString) -> Bool {
    call.read(name).flatMap { Bool($0) } ?? false
  }

  private func color(_ name: StaticString) -> Color? {
    call.read(name).flatMap { Color($0) }
  }
}

/// What a button means to its surroundings.
public enum ButtonRole: String, Hashable, Sendable {
  /// Nothing in particular.
  case none
  /// It leads back without a change.
  case cancel
  /// It removes something.
  case destructive
  /// It does what people most likely came for.
  case primary
}
