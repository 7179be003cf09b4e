public struct MenuItem: Hashable, Sendable {
  /// The entry's mark.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case off, on, mixed
  }

  public static let maximumCount = 64

  /// Unique within the menu; formed like a button's id.
  public var id: String
  public var title: UTF8String
  public var image: UTF8String?
  public var role: ButtonRole
  public var state: State
  public var isEnabled: Bool
  public var action: Action?

  public init(id: String, title: UTF8String) {
    self.id = id
    self.title = title
    image = nil
    role = .none
    state = .off
    isEnabled = true
    action = nil
  }

  /// The members that may be bound.
  public enum Member: String, Hashable, Sendable, CaseIterable {
    case title, image, state, isEnabled
  }
}

extension ButtonDefinition {
  public var pressShowsMenu: Bool {
    !menu.isEmpty && (showsMenuAsPrimaryAction || menuSelection != nil)
  }
}
