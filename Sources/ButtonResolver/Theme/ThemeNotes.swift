import ButtonModel

/// Remarks on what is left out or ignored: one for all tokens of which one thing is to be said.
struct ThemeNotes {
  /// What becomes of a token, or of a member of it.
  enum Effect {
    case leftOut
    /// A member of this name has no effect.
    case ignored(String)
  }

  private struct Note {
    let effect: Effect
    let token: String
    let source: ThemeGroup.Source
    let member: String
    let reason: String
    /// Whether it is a mistake, not something that this reader merely lacks.
    let isFault: Bool
    /// The first of the other tokens.
    var others: [String] = []
    var otherCount = 0
  }

  private var notes: [Note] = []
  /// The place of a note, by what it is about.
  private var places: [String: Int] = [:]

  /// No more tokens are named in a remark.
  private static let maximumNames = 3
  /// There are no more remarks, and one on all the rest.
  private static let maximumNotes = 100

  /// Notes something of a token. Only the first of a kind says its reason.
  mutating func add(
    _ kind: String, _ effect: Effect, _ token: String, _ source: ThemeGroup.Source,
    at member: String = "", _ reason: String, isFault: Bool = true
  ) {
    let isRest = places[kind] == nil && notes.count >= Self.maximumNotes
    let kind = isRest ? "the rest" : kind
    if let place = places[kind] {
      notes[place].otherCount += 1
      if notes[place].others.count < Self.maximumNames - 1 {
        notes[place].others.append(Excerpt(token).description)
      }
      return
    }
    places[kind] = notes.count
    notes.append(
      Note(
        effect: effect, token: token, source: source, member: member,
        reason: isRest ? "there are more reasons than can be named here" : reason, isFault: isFault)
    )
  }

  /// Whether there is a note of a kind.
  func has(_ kind: String) -> Bool { places[kind] != nil }

  /// Why the first token of a kind is left out.
  func reason(of kind: String) -> String {
    places[kind].map { notes[$0].reason } ?? "it cannot be read"
  }

  /// All notes, as warnings.
  var warnings: [ThemeRemark] {
    notes.map { note in
      let names = Self.names(note)
      let text =
        switch note.effect {
        case .leftOut:
          "is left out"
            + (names.isEmpty ? "" : ", and so \(note.otherCount == 1 ? "is" : "are") \(names)")
        case .ignored(let name):
          "'\(Excerpt(name))' is ignored" + (names.isEmpty ? "" : ", here and in \(names)")
        }
      return ThemeRemark(note.token, note.source, at: note.member, "\(text): \(note.reason)")
    }
  }

  /// The mistakes among them for which tokens are left out, as errors.
  var errors: [ThemeRemark] {
    notes.compactMap { note in
      guard note.isFault, case .leftOut = note.effect else { return nil }
      let names = Self.names(note)
      return ThemeRemark(
        note.token, note.source, at: note.member,
        note.reason + (names.isEmpty ? "" : " (so it is with \(names))"))
    }
  }

  private static func names(_ note: Note) -> String {
    let more = note.otherCount - note.others.count
    let names = note.others + (more > 0 ? ["\(more) more"] : [])
    guard let last = names.last, names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
