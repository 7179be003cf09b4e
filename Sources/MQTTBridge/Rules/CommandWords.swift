package import ButtonModel

/// What a message does with a button.
package enum ButtonCommand: Hashable, Sendable {
  /// It performs the action, or that of a gesture.
  case press(TimedGesture?)
  /// It chooses an entry of the menu.
  case choose(String)
}

/// What messages do with a button, by their payloads.
package struct CommandWords: Hashable, Sendable {
  /// What each payload does; without any, every payload performs the action.
  package let commands: [String: ButtonCommand]
  /// What of a payload in JSON is the word.
  package let pointer: JSONPointer?

  package init(_ commands: [String: ButtonCommand] = [:], at pointer: JSONPointer? = nil) {
    self.commands = commands
    self.pointer = pointer
  }

  /// Whether a payload may be a word of both.
  func overlaps(_ other: CommandWords) -> Bool {
    commands.isEmpty || other.commands.isEmpty
      || commands.keys.contains { other.commands[$0] != nil }
  }
}
