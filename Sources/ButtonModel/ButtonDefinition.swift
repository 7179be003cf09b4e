/// Everything a client says about a button; its look follows from this, the state and the plugins.
public struct ButtonDefinition: Hashable, Sendable {
  /// In bytes.
  public static let maximumIDBytes = 128

  public var id: String
  public var style: StyleReference
  /// Arguments of the style and the handler, in order of name.
  public var parameters: [Parameter]
  /// Nil for a button without a configuration, on which style and handler do not run.
  public var configuration: ButtonConfiguration?
  /// Values for exact control states, which override the configuration.
  public var stateValues: StateValues
  public var handler: PluginEntry? {
    get { rare.isEmpty ? nil : rare.values.handler }
    set { rare.values.handler = newValue }
  }
  public var isEnabled: Flag
  public var isSelected: Flag
  /// A press or a trigger toggles this key, and ``isSelected`` follows it; nil if there is none.
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
  /// Replaces the display's tint; nil for that of the group or the display.
  public var tint: Color? {
    get { rare.isEmpty ? nil : rare.values.tint }
    set { rare.values.tint = newValue }
  }
  public var tintAdjustmentMode: TintAdjustmentMode {
    get { rare.isEmpty ? .automatic : rare.values.tintAdjustmentMode }
    set { rare.values.tintAdjustmentMode = newValue }
  }
  public var action: Action?
  /// How a held press repeats the action; nil if it does not.
  public var repeats: RepeatBehavior? {
    get { rare.isEmpty ? nil : rare.values.repeats }
    set { rare.values.repeats = newValue }
  }
  public var timedActions: [TimedGesture: TimedAction] {
    get { rare.isEmpty ? [:] : rare.values.timedActions }
    set { rare.values.timedActions = newValue }
  }
  /// What turning an encoder does, with the number of steps as the payload; nil for nothing.
  public var rotation: Action? {
    get { rare.isEmpty ? nil : rare.values.rotation }
    set { rare.values.rotation = newValue }
  }
  /// The key with which clients press the button.
  public var shortcut: KeyboardShortcut? {
    get { rare.isEmpty ? nil : rare.values.shortcut }
    set { rare.values.shortcut = newValue }
  }
  public var menu: [MenuItem] {
    get { rare.isEmpty ? [] : rare.values.menu }
    set { rare.values.menu = newValue }
  }
  /// The key that holds the chosen entry's id, which makes the button a popup: it shows that
  /// entry's title. Nil for other buttons.
  public var menuSelection: UTF8String? {
    get { rare.isEmpty ? nil : rare.values.menuSelection }
    set { rare.values.menuSelection = newValue }
  }
  /// Whether a press shows the menu instead.
  public var showsMenuAsPrimaryAction: Bool {
    get { rare.isEmpty ? false : rare.values.showsMenuAsPrimaryAction }
    set { rare.values.showsMenuAsPrimaryAction = newValue }
  }
  public var group: String?
  /// Bound parts have their defaults above.
  public var bindings: Bindings
  private var rare = RareParts()
  var hasRareParts: Bool { !rare.isEmpty }

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

  /// 1 to 128 bytes of `[A-Za-z0-9._-]`.
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
  /// True while the key has this value. Indirect, to keep a flag small: each button has four.
  indirect case compares(UTF8String, StateValue)

  /// Follows a key; without `equals`, true while the value is `true`.
  public static func bound(key: UTF8String, equals: StateValue?) -> Flag {
    equals.map { .compares(key, $0) } ?? .follows(key)
  }

  /// Nil if it is fixed.
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
  /// Sent to subscribers to actions.
  public var name: String?
  /// Any JSON value, sent with the name.
  public var payload: StateValue?
  /// The configured source that also gets the action.
  public var source: String?
  /// The condition under which the action is performed; nil for always.
  public var when: ExpressionText?
  /// Applied as one change set.
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

/// A change of one state key by an action; it may depend on the state at that moment.
public struct ActionOperation: Hashable, Sendable {
  /// Holds null in place of an `argument`.
  public let change: StateOperation
  /// Computes the value to set, append or merge, or the number to add; nil if the change has it.
  public let argument: ExpressionText?
  /// The condition under which the operation is applied; nil for always.
  public let when: ExpressionText?

  public init(
    _ change: StateOperation, argument: ExpressionText? = nil, when: ExpressionText? = nil
  ) {
    self.change = change
    self.argument = argument
    self.when = when
  }

  public init(key: UTF8String, kind: StateOperation.Kind) {
    self.init(StateOperation(key: key, kind: kind))
  }
}

public struct StateOperation: Hashable, Sendable {
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
  /// The member with the operation's argument; nil if it takes none.
  public var argumentName: String? {
    switch self {
    case .set, .append, .merge: "value"
    case .increment: "by"
    case .remove, .toggle: nil
    }
  }

  /// Unchanged if the kind takes no argument.
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
