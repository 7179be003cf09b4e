import ButtonModel
import ButtonProtocol
import PluginChannel

/// Words for what the host refused.
enum Refusals {
  /// The refusals that are mistakes wherever they happen, names that the host does not know apart.
  static func findings(_ notes: [CheckWorker.Note]) -> [CheckFinding] {
    notes.compactMap { note in
      guard let (message, remedy) = words(note.frame) else { return nil }
      return CheckFinding(.failed, message, at: note.place, remedy: remedy)
    }
  }

  /// What was refused and what to do; nil for what is no mistake of this kind.
  static func words(_ note: NoteFrame) -> (message: String, remedy: String)? {
    switch note.kind {
    case .refusedSet: set(note)
    case .refusedRead: read(note)
    case .refusedName: name(note)
    case .unknownExtension, .growth: nil
    }
  }

  private static func set(_ note: NoteFrame) -> (String, String)? {
    let property = note.name.string
    let what = "sets \(property.isEmpty ? "a name that is none" : property) to \(value(note))"
    switch note.status {
    case -1:
      if note.valueType == 4, !property.isEmpty {
        return ("\(what), which is no UTF-8", "cut texts between characters, never inside of one")
      }
      return (what, "intern() the name in create() and use the key it gave, if it gave one")
    case -2: return ("\(what), \(type(note.valueType)); it takes \(kind(property))", registry)
    case -4: return ("\(what), which is outside of what it takes: \(kind(property))", registry)
    case -5:
      return (
        "\(what), and a limit is reached", "set at most 64 properties and 4 KiB of text each"
      )
    case -7:
      return ("\(what), which can only be read or set elsewhere", registry)
    default: return nil
    }
  }

  private static func read(_ note: NoteFrame) -> (String, String)? {
    guard note.status == -1 else { return nil }
    return (
      "reads by a key that intern() did not give",
      "intern() the name in create() and use the key it gave, if it gave one"
    )
  }

  private static func name(_ note: NoteFrame) -> (String, String)? {
    (
      "interns '\(Excerpt(note.name.bytes))', which is not a valid name",
      "names have 1 to 255 bytes of UTF-8, and a plugin at most 4,096 of them"
    )
  }

  private static let registry = "see properties.json (share/buttond) for types and ranges"

  /// The value that was set.
  private static func value(_ note: NoteFrame) -> String {
    switch note.valueType {
    case 0: "null"
    case 1: note.bits == 0 ? "false" : note.bits == 1 ? "true" : "the flag \(note.bits)"
    case 2: "\(Int64(bitPattern: note.bits))"
    case 3: "\(Double(bitPattern: note.bits))"
    case 4: note.bits > 160 ? "a text of \(note.bits) bytes" : "'\(Excerpt(note.text.bytes))'"
    case 5: Color.hex(UInt32(truncatingIfNeeded: note.bits))
    case 6: "JSON"
    default: "a value of the unknown type \(note.valueType)"
    }
  }

  private static func type(_ number: UInt32) -> String {
    let names = ["null", "a flag", "an integer", "a number", "a text", "a colour", "JSON"]
    return number < names.count ? names[Int(number)] : "of an unknown type"
  }

  /// A number, without `.0` where it is whole.
  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }

  /// What a property takes.
  private static func kind(_ name: String) -> String {
    let property = Array(name.utf8).withUnsafeBytes { PropertyRegistry.property(named: $0) }
    guard let property else { return "something else" }
    switch property.row.kind {
    case .number(let range): return "\(number(range.lowerBound)) to \(number(range.upperBound))"
    case .choice(let names): return names.map(\.string).joined(separator: ", ")
    case .bool, .text, .color, .effect, .attributedText, .transaction:
      return property.row.kind.name
    }
  }
}
