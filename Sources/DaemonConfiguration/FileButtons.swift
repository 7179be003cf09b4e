package import ButtonModel

/// The buttons that files define, and what another reading of the files changes about them.
///
/// What clients have done meanwhile stays where the files say the same as before: a text that has not
/// changed touches nothing, and a button that a client has redefined belongs to clients from then on.
package struct FileButtons: Sendable {
  /// What has to be done.
  package struct Change: Hashable, Sendable {
    /// New in the files, or other than before.
    package var defined: [ButtonDefinition] = []
    /// The ids of those that are gone from the files, and were theirs to the end.
    package var removed: [String] = []

    package init(defined: [ButtonDefinition] = [], removed: [String] = []) {
      self.defined = defined
      self.removed = removed
    }
  }

  /// What the files said last, by id.
  private var definitions: [String: ButtonDefinition] = [:]

  /// No buttons yet.
  package init() {}

  /// The change from the previous files to these; `present` gives a button's current definition.
  package func change(
    to new: [ButtonDefinition], present: (String) -> ButtonDefinition?
  ) -> Change {
    var change = Change()
    var gone = definitions
    for definition in new {
      let old = gone.removeValue(forKey: definition.id)
      if old != definition { change.defined.append(definition) }
    }
    change.removed = gone.values.filter { present($0.id) == $0 }.map(\.id).sorted()
    return change
  }

  /// Remembers what the files say.
  package mutating func replace(with new: [ButtonDefinition]) {
    definitions = Dictionary(uniqueKeysWithValues: new.map { ($0.id, $0) })
  }
}
