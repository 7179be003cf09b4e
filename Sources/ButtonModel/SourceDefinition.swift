/// How what a source prints becomes values.
package enum SourceFormat: String, Hashable, Sendable, CaseIterable {
  /// A JSON value: an object of keys and values, or, with one `key`, any value for it.
  case json
  /// Text, for one key.
  case text
  /// A number, for one key.
  case number
  /// Yes or no, for one key.
  case bool
  /// What custom modules of Waybar print: an object whose members go to keys below one key.
  case waybar
}

/// A program that feeds keys of the state, as the configuration describes it.
package struct SourceDefinition: Hashable, Sendable {
  /// The most bytes of a name.
  package static let maximumNameBytes = 64
  /// The members of what Waybar's modules print; each has a key.
  package static let waybarMembers = ["text", "alt", "tooltip", "class", "percentage"]
  /// Those of them that Waybar takes as Pango's markup.
  package static let waybarMarkup = ["text", "tooltip"]

  package var name: String
  /// The program, looked up in PATH unless it has a slash, and its arguments.
  package var command: [String]
  /// Where it starts.
  package var folder: String
  /// Nanoseconds from one run to the next; nil for a program that runs all the time.
  package var interval: UInt64?
  package var format: SourceFormat
  /// The one key that it writes, or, with the format `waybar`, whose children it writes.
  package var key: String?
  /// Patterns of the keys that it may write; empty with `key`.
  package var keys: [String]
  /// Nanoseconds without a value after which it counts as lost; nil for any time.
  package var silentAfter: UInt64?
  /// Words instead of a value, in lower case; nil for the usual ones of numbers and booleans.
  package var noValue: [String]?
  /// The user that it runs as, by name or number; nil for the daemon's.
  package var user: String?

  /// A program that runs all the time and prints objects of values for these keys.
  package init(
    _ name: String, _ command: [String], in folder: String = "/", keys: [String] = []
  ) {
    self.name = name
    self.command = command
    self.folder = folder
    self.keys = keys
    format = .json
  }

  /// Patterns of all keys that it writes.
  package var claims: [String] {
    guard let key else { return keys }
    return format == .waybar ? SourceDefinition.waybarMembers.map { "\(key).\($0)" } : [key]
  }

  /// Whether the text is a well-formed name: 1 to 64 of `[A-Za-z0-9_-]`.
  package static func isValidName(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count <= maximumNameBytes else { return false }
    return name.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }
}

/// A change of one key that a source asks for.
package struct SourceChange: Hashable, Sendable {
  package let key: UTF8String
  /// Nil removes the key.
  package let value: StateValue?

  package init(_ key: UTF8String, _ value: StateValue?) {
    self.key = key
    self.value = value
  }
}
