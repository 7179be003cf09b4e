/// How a source's output becomes values.
package enum SourceFormat: String, Hashable, Sendable, CaseIterable {
  /// An object of keys and values or, with `key`, any value for that key.
  case json
  case text
  case number
  case bool
  /// What Waybar's custom modules print: an object whose members become keys below `key`.
  case waybar
}

/// A program that feeds keys of the state, as configured.
package struct SourceDefinition: Hashable, Sendable {
  package static let maximumNameBytes = 64
  /// What Waybar's modules print; each becomes a key.
  package static let waybarMembers = ["text", "alt", "tooltip", "class", "percentage"]
  /// Waybar takes these as Pango markup.
  package static let waybarMarkup = ["text", "tooltip"]

  package var name: String
  /// The program, looked up in PATH unless it has a slash, and its arguments.
  package var command: [String]
  /// The working directory.
  package var folder: String
  /// Nanoseconds from one run to the next; nil for a program that runs all the time.
  package var interval: UInt64?
  package var format: SourceFormat
  /// The only key that it writes or, with the format `waybar`, the one whose children it writes.
  package var key: String?
  /// Patterns of the keys that it may write; empty with `key`.
  package var keys: [String]
  /// Nanoseconds without a value until it counts as lost; nil for never.
  package var silentAfter: UInt64?
  /// Words that mean no value, in lower case; nil for the usual ones of numbers and booleans.
  package var noValue: [String]?
  /// A name or number; nil for the daemon's user.
  package var user: String?

  /// A program that runs all the time and prints JSON objects of values for these keys.
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

  /// 1 to 64 of `[A-Za-z0-9_-]`.
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

/// A change of a key that a source asks for.
package struct SourceChange: Hashable, Sendable {
  package let key: UTF8String
  /// Nil removes the key.
  package let value: StateValue?

  package init(_ key: UTF8String, _ value: StateValue?) {
    self.key = key
    self.value = value
  }
}
