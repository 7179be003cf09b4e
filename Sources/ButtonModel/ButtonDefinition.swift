/// Everything a client says about one button; how it looks follows from it, the state and the plugins.
public struct ButtonDefinition: Hashable, Sendable {
  /// The maximum length of an id, in bytes.
  public static let maximumIDBytes = 128

  public var id: String
  public var style: StyleReference
  /// Arguments of the style and the handler, by name, in order of name.
  public var parameters: [Parameter]
  /// The stored intent; nil for a button without a configuration, on which style and handler do not
  /// run.
  public var configuration: ButtonConfiguration?
  /// Values for exact control states, which override the configuration.
  public var stateValues: StateValues
  public var handler: PluginEntry? {
    get { rare.isEmpty ? nil : rare.values.handler }
    set { rare.values.handler = newValue }
  }
  public var isEnabled: Flag
  public var isSelected: Flag
  /// The key that a press or a trigger toggles, and that ``isSelected`` follows; nil if presses leave the
  /// selection alone.
  public var togglesSelection: UTF8String? {
    get { rare.isEmpty ? nil : rare.values.togglesSelection }
    set {
      let old = togglesSelection
      rare.values.togglesSelection = newValue
      if let newValue {
        isSelected = .bound(key: newValue, equals: nil)
      } else if old != nil {
        isSelected = .constant(false)
      }
    }
  }
  public var isBusy: Flag
  /// Whether subscribers see the button as removed.
  public var isHidden: Flag
  public var isFocused: Bool
  /// Whether the system style follows the button's state; otherwise it draws every state as normal.
  public var automaticallyUpdatesConfiguration: Bool {
    get { rare.isEmpty ? true : rare.values.automaticallyUpdatesConfiguration }
    set { rare.values.automaticallyUpdatesConfiguration = newValue }
  }
  public var role: ButtonRole
  /// What stands for the tint of the display; nil for that of the group or the display.
  public var tint: Color? {
    get { rare.isEmpty ? nil : rare.values.tint }
    set { rare.values.tint = newValue }
  }
  /// How its tint is adjusted.
  public var tintAdjustmentMode: TintAdjustmentMode {
    get { rare.isEmpty ? .automatic : rare.values.tintAdjustmentMode }
    set { rare.values.tintAdjustmentMode = newValue }
  }
  public var action: Action?
  /// How a held press performs the action again; nil if it does not.
  public var repeats: RepeatBehavior? {
    get { rare.isEmpty ? nil : rare.values.repeats }
    set { rare.values.repeats = newValue }
  }
  /// What presses do that time tells from a tap.
  public var timedActions: [TimedGesture: TimedAction] {
    get { rare.isEmpty ? [:] : rare.values.timedActions }
    set { rare.values.timedActions = newValue }
  }
  /// What turning an encoder does; its payload is by how much. Nil if that does nothing.
  public var rotation: Action? {
    get { rare.isEmpty ? nil : rare.values.rotation }
    set { rare.values.rotation = newValue }
  }
  /// The key with which clients press the button; nil if there is none.
  public var shortcut: KeyboardShortcut? {
    get { rare.isEmpty ? nil : rare.values.shortcut }
    set { rare.values.shortcut = newValue }
  }
  /// The entries of its menu; none for a button without a menu.
  public var menu: [MenuItem] {
    get { rare.isEmpty ? [] : rare.values.menu }
    set { rare.values.menu = newValue }
  }
  /// The key with the id of the chosen entry, whose title the button shows: it is a popup. Nil if none is.
  public var menuSelection: UTF8String? {
    get { rare.isEmpty ? nil : rare.values.menuSelection }
    set { rare.values.menuSelection = newValue }
  }
  /// Whether clients show the menu in place of a press.
  public var showsMenuAsPrimaryAction: Bool {
    get { rare.isEmpty ? false : rare.values.showsMenuAsPrimaryAction }
    set { rare.values.showsMenuAsPrimaryAction = newValue }
  }
  public var group: String?
  /// The parts that expressions make of the state. What is bound has its default above.
  public var bindings: Bindings
  private var rare = RareParts()
  /// Whether something is said that few definitions say, such as a menu.
  var hasRareParts: Bool { !rare.isEmpty }

  /// Creates a definition with the documented defaults.
  public init(id: String, style: StyleReference) {
    self.id = id
    self.style = style
    parameters = []
    configuration = ButtonConfiguration()
    stateValues = StateValues()
    isEnabled = .constant(true)
    isSelected = .constant(false)
    isBusy = .constant(false)
    isHidden = .constant(false)
    isFocused = false
    role = .none
    action = nil
    group = nil
    bindings = Bindings()
  }

  /// Whether the bytes are a well-formed id: 1 to 128 of `[A-Za-z0-9._-]`.
  public static func isValidID(_ id: UnsafeRawBufferPointer) -> Bool {
    guard !id.isEmpty, id.count <= maximumIDBytes else { return false }
    return id.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }
}

/// One argument of a style or handler.
public struct Parameter: Hashable, Sendable {
  public let name: String
  public let value: StateValue

  public init(name: String, value: StateValue) {
    self.name = name
    self.value = value
  }
}

/// A boolean that is either fixed or bound to a state key.
public enum Flag: Hashable, Sendable {
  case constant(Bool)
  /// True while the key's value is `true`.
  case follows(UTF8String)
  /// True while the key's value equals this one. Indirect, to keep a flag small: each button has four.
  indirect case compares(UTF8String, StateValue)

  /// A flag that is true while the key's value equals `equals`, or, without it, while the value is `true`.
  public static func bound(key: UTF8String, equals: StateValue?) -> Flag {
    equals.map { .compares(key, $0) } ?? .follows(key)
  }

  /// The key that it is bound to; nil if it is fixed.
  public var key: UTF8String? {
    switch self {
    case .constant: nil
    case .follows(let key), .compares(let key, _): key
    }
  }
}

/// What a button means to its surroundings.
public enum ButtonRole: String, Hashable, Sendable, CaseIterable {
  case none, cancel, destructive, primary
}

/// What a completed press or a trigger does.
public struct Action: Hashable, Sendable {
  /// The name sent to subscribers to actions.
  public var name: String?
  /// Any JSON value to send with the name.
  public var payload: StateValue?
  /// The source of the configuration that is sent the action as well.
  public var source: String?
  /// The condition without which the action is not performed; nil if it always is.
  public var when: ExpressionText?
  /// Changes of state, applied as one change set.
  public var operations: [ActionOperation]

  public init(
    name: String? = nil, payload: StateValue? = nil, source: String? = nil,
    when: ExpressionText? = nil, operations: [ActionOperation] = []
  ) {
    self.name = name
    self.payload = payload
    self.source = source
    self.when = when
    self.operations = operations
  }
}

/// One change of one state key by an action, which may depend on the state at that moment.
public struct ActionOperation: Hashable, Sendable {
  /// The change. Where there is an `argument`, null stands in its place.
  public let change: StateOperation
  /// What makes the value to set, append or merge, or the number to add; nil if the change has it.
  public let argument: ExpressionText?
  /// The condition without which the operation is left out; nil if it never is.
  public let when: ExpressionText?

  public init(
    _ change: StateOperation, argument: ExpressionText? = nil, when: ExpressionText? = nil
  ) {
    self.change = change
    self.argument = argument
    self.when = when
  }

  /// Creates an operation that depends on nothing.
  public init(key: UTF8String, kind: StateOperation.Kind) {
    self.init(StateOperation(key: key, kind: kind))
  }
}

/// One change of one state key.
public struct StateOperation: Hashable, Sendable {
  /// The operations on a key.
  public enum Kind: Hashable, Sendable {
    case set(StateValue)
    case remove
    /// Adds a number; an absent key counts as 0.
    case increment(by: StateValue)
    /// Inverts a boolean; an absent key becomes true.
    case toggle
    /// Appends a value to an array; an absent key becomes an array with the value.
    case append(StateValue)
    /// A JSON Merge Patch (RFC 7396); an absent key counts as `{}`.
    case merge(StateValue)
  }

  public let key: UTF8String
  public let kind: Kind

  public init(key: UTF8String, kind: Kind) {
    self.key = key
    self.kind = kind
  }
}

extension StateOperation.Kind {
  /// The member of an operation that holds what it works with; nil if it works with nothing.
  public var argumentName: String? {
    switch self {
    case .set, .append, .merge: "value"
    case .increment: "by"
    case .remove, .toggle: nil
    }
  }

  /// The same with another argument; unchanged if it has none.
  public func with(_ argument: StateValue) -> Self {
    switch self {
    case .set: .set(argument)
    case .append: .append(argument)
    case .merge: .merge(argument)
    case .increment: .increment(by: argument)
    case .remove, .toggle: self
    }
  }
}
