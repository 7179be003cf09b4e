package import ButtonModel

/// What a message does with a button.
package enum ButtonCommand: Hashable, Sendable {
  /// Performs the action, or that of a gesture.
  case press(TimedGesture?)
  /// Chooses an entry of the menu.
  case choose(String)
}

/// What messages do with a button, by payload.
package struct CommandWords: Hashable, Sendable {
  /// Without any, every payload performs the action.
  package let commands: [String: ButtonCommand]
  /// Where the word is in a payload of JSON.
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
