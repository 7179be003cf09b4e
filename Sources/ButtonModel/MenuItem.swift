/// One entry of a button's menu.
public struct MenuItem: Hashable, Sendable {
  /// Whether an entry has a mark.
  public enum State: String, Hashable, Sendable, CaseIterable {
    case off, on, mixed
  }

  /// The most entries of a menu.
  public static let maximumCount = 64

  /// Unique within the menu; formed like a button's id.
  public var id: String
  public var title: UTF8String
  /// The name of an image; nil for none.
  public var image: UTF8String?
  public var role: ButtonRole
  public var state: State
  public var isEnabled: Bool
  /// What choosing the entry does.
  public var action: Action?

  /// Creates an entry with the documented defaults.
  public init(id: String, title: UTF8String) {
    self.id = id
    self.title = title
    image = nil
    role = .none
    state = .off
    isEnabled = true
    action = nil
  }

  /// The parts of an entry that may be bound.
  public enum Member: String, Hashable, Sendable, CaseIterable {
    case title, image, state, isEnabled
  }
}

extension ButtonDefinition {
  /// Whether a press shows the menu; a popup's does.
  public var pressShowsMenu: Bool {
    !menu.isEmpty && (showsMenuAsPrimaryAction || menuSelection != nil)
  }
}
