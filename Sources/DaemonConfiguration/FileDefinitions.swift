package import ButtonModel

/// What files define, buttons, groups or derived keys, and what another reading of the files changes
/// about it.
///
/// What clients have done meanwhile stays where the files say the same as before: a text that has not
/// changed touches nothing, and what a client has redefined belongs to clients from then on.
package struct FileDefinitions<Definition: Hashable & Sendable>: Sendable {
  /// What has to be done.
  package struct Change: Hashable, Sendable {
    /// New in the files, or other than before.
    package var defined: [Definition] = []
    /// The ids of those that are gone from the files, and were theirs to the end.
    package var removed: [String] = []

    package init(defined: [Definition] = [], removed: [String] = []) {
      self.defined = defined
      self.removed = removed
    }
  }

  /// What the files said last, by id.
  private var definitions: [String: Definition] = [:]
  private let id: @Sendable (Definition) -> String

  /// Without definitions; `id` tells one from others.
  package init(id: @escaping @Sendable (Definition) -> String) { self.id = id }

  /// The change from the previous files to these; `present` gives the current definition of an id.
  package func change(
    to new: [Definition], present: (String) -> Definition?
  ) -> Change {
    var change = Change()
    var gone = definitions
    for definition in new {
      let old = gone.removeValue(forKey: id(definition))
      if old != definition { change.defined.append(definition) }
    }
    change.removed = gone.filter { present($0.key) == $0.value }.map(\.key).sorted()
    return change
  }

  /// Remembers what the files say.
  package mutating func replace(with new: [Definition]) {
    definitions = Dictionary(uniqueKeysWithValues: new.map { (id($0), $0) })
  }
}

/// The buttons that files define.
package typealias FileButtons = FileDefinitions<ButtonDefinition>

extension FileButtons {
  package init() { self.init { $0.id } }
}
