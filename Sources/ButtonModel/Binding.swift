/// A part of a button's definition whose value an expression computes from the state.
public struct Binding: Hashable, Sendable {
  public enum Target: Hashable, Sendable {
    case configuration(Property)
    /// A value for an exact control state, by the state's key in ``StateValues``.
    case stateValue(Property, ControlState)
    case parameter(String)
    case isEnabled, isSelected, isBusy, isHidden
    case role, tint
    /// A part of the menu entry at this index.
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
  public var isConfiguration: Bool { if case .configuration = self { true } else { false } }
  public var isStateValue: Bool { if case .stateValue = self { true } else { false } }
  public var isMenuItem: Bool { if case .menuItem = self { true } else { false } }
  public var isParameter: Bool { if case .parameter = self { true } else { false } }
}

extension Binding.Target: Comparable {
  public static func < (one: Self, other: Self) -> Bool { one.place < other.place }

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

/// The bindings of a definition: at most one per target, in order of targets.
public struct Bindings: Hashable, Sendable {
  public static let maximumParameters = 256

  public private(set) var entries: [Binding]

  public init() { entries = [] }

  public var isEmpty: Bool { entries.isEmpty }

  public subscript(target: Binding.Target) -> ExpressionText? {
    get { entries.first { $0.target == target }?.text }
    set {
      // They usually come in order.
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

  public mutating func removeAll(where isMeant: (Binding.Target) -> Bool) {
    entries.removeAll { isMeant($0.target) }
  }
}
