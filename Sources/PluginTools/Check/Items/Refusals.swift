import ButtonModel
import ButtonProtocol
import PluginChannel

/// Words for what the host refused.
enum Refusals {
  /// Refusals that are always mistakes, except unknown names.
  static func findings(_ notes: [CheckWorker.Note]) -> [CheckFinding] {
    notes.compactMap { note in
      guard let (message, remedy) = words(note.frame) else { return nil }
      return CheckFinding(.failed, message, at: note.place, remedy: remedy)
    }
  }

  /// Nil if it is not a mistake of this kind.
  static func words(_ note: NoteFrame) -> (message: String, remedy: String)? {
    switch note.kind {
    case .refusedSet: set(note)
    case .refusedRead: read(note)
    case .refusedName: name(note)
    case .unknownExtension, .growth, .memory, .absentParameter: nil
    }
  }

  private static func set(_ note: NoteFrame) -> (String, String)? {
    guard note.status != CallStatus.unknownKey, let words = note.refusedSetWords else { return nil }
    let remedy =
      switch note.status {
      case CallStatus.invalid where note.valueType == 4 && !note.name.isEmpty:
        "cut texts between characters, never inside of one"
      case CallStatus.invalid:
        "intern() the name in create() and use the key it gave, if it gave one"
      case CallStatus.limit: "set at most 64 properties and 4 KiB of text each"
      default: "see properties.json (share/buttond) for types and ranges"
      }
    return (words, remedy)
  }

  private static func read(_ note: NoteFrame) -> (String, String)? {
    guard note.status == CallStatus.invalid else { return nil }
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
}
