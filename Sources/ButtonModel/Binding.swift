/// A part of a button's definition whose value an expression makes of the state.
public struct Binding: Hashable, Sendable {
  /// The parts of a definition that may be bound.
  public enum Target: Hashable, Sendable {
    case configuration(Property)
    /// A value for an exact control state, by the state's key in ``StateValues``.
    case stateValue(Property, ControlState)
    case parameter(String)
    case isEnabled, isSelected, isBusy, isHidden
    case role, tint
    /// A part of an entry of the menu, by its place there.
    case menuItem(Int, MenuItem.Member)
  }

  public let target: Target
  public let text: ExpressionText

  public init(_ target: Target, to text: ExpressionText) {
    self.target = target
    self.text = text
  }
}

extension Binding.Target {
  /// The path in the definition, such as `configuration.background.cornerRadius`.
  public var path: String {
    switch self {
    case .configuration(let property): "configuration.\(property.row.name)"
    case .stateValue(let property, let state): "stateValues.\(property.row.name).\(state.name)"
    case .parameter(let name): "parameters.\(name)"
    case .isEnabled: "isEnabled"
    case .isSelected: "isSelected"
    case .isBusy: "isBusy"
    case .isHidden: "isHidden"
    case .role: "role"
    case .menuItem(let index, let member): "menu[\(index)].\(member.rawValue)"
    case .tint: "tint"
    }
  }
}

extension Binding.Target {
  /// Whether it is a property of the configuration.
  public var isConfiguration: Bool { if case .configuration = self { true } else { false } }
  /// Whether it is a value for a control state.
  public var isStateValue: Bool { if case .stateValue = self { true } else { false } }
  /// Whether it is a part of an entry of the menu.
  public var isMenuItem: Bool { if case .menuItem = self { true } else { false } }
  /// Whether it is a parameter.
  public var isParameter: Bool { if case .parameter = self { true } else { false } }
}

extension Binding.Target: Comparable {
  public static func < (one: Self, other: Self) -> Bool { one.place < other.place }

  /// What targets are ordered by: first the member of the definition, then what is within it.
  private var place: (Int, UInt8, UInt32, String) {
    switch self {
    case .configuration(let property): (0, property.rawValue, 0, "")
    case .stateValue(let property, let state): (1, property.rawValue, state.rawValue, "")
    case .parameter(let name): (2, 0, 0, name)
    case .isEnabled: (3, 0, 0, "")
    case .isSelected: (4, 0, 0, "")
    case .isBusy: (5, 0, 0, "")
    case .isHidden: (6, 0, 0, "")
    case .role: (7, 0, 0, "")
    case .menuItem(let index, let member): (8, 0, UInt32(index), member.rawValue)
    case .tint: (9, 0, 0, "")
    }
  }
}

/// The bindings of a definition: one for each target, in order of the targets.
public struct Bindings: Hashable, Sendable {
  /// The most parameters that one definition may bind.
  public static let maximumParameters = 256

  public private(set) var entries: [Binding]

  /// No bindings.
  public init() { entries = [] }

  public var isEmpty: Bool { entries.isEmpty }

  /// What binds a target; nil if nothing does. To assign binds the target, or nil ends that.
  public subscript(target: Binding.Target) -> ExpressionText? {
    get { entries.first { $0.target == target }?.text }
    set {
      // They come in order as a rule.
      if entries.last.map({ $0.target < target }) ?? true {
        if let newValue { entries.append(Binding(target, to: newValue)) }
        return
      }
      let index = entries.partitioningIndex { $0.target >= target }
      let isThere = index < entries.count && entries[index].target == target
      guard isThere || newValue != nil else { return }
      let new = newValue.map { [Binding(target, to: $0)] } ?? []
      entries.replaceSubrange(index..<(isThere ? index + 1 : index), with: new)
    }
  }

  /// Ends the bindings of some targets.
  public mutating func removeAll(where isMeant: (Binding.Target) -> Bool) {
    entries.removeAll { isMeant($0.target) }
  }
}
