import ButtonModel

/// Remarks on what is left out or ignored: one for all tokens with the same problem.
struct ThemeNotes {
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
    /// A mistake, not just something unsupported.
    let isFault: Bool
    /// The first other tokens.
    var others: [String] = []
    var otherCount = 0
  }

  private var notes: [Note] = []
  /// Into `notes`, by kind.
  private var places: [String: Int] = [:]

  /// Named tokens per remark.
  private static let maximumNames = 3
  /// One more stands for all the rest.
  private static let maximumNotes = 100

  /// Only the first note of a kind gives its reason.
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

  func has(_ kind: String) -> Bool { places[kind] != nil }

  /// Returns the reason in the first note of the kind.
  func reason(of kind: String) -> String {
    places[kind].map { notes[$0].reason } ?? "it cannot be read"
  }

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

  /// Mistakes for which tokens are left out.
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
