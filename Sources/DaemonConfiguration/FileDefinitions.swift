package import ButtonModel

/// What files define (buttons, groups or derived keys), and what another reading of them changes.
///
/// Where the files say the same as before, what clients have done stays; what a client has
/// redefined belongs to clients from then on.
package struct FileDefinitions<Definition: Hashable & Sendable>: Sendable {
  package struct Change: Hashable, Sendable {
    /// New in the files, or other than before.
    package var defined: [Definition] = []
    /// Ids that are gone from the files and that no client has redefined.
    package var removed: [String] = []

    package init(defined: [Definition] = [], removed: [String] = []) {
      self.defined = defined
      self.removed = removed
    }
  }

  /// By id, as the files last said.
  private var definitions: [String: Definition] = [:]
  private let id: @Sendable (Definition) -> String

  package init(id: @escaping @Sendable (Definition) -> String) { self.id = id }

  /// `present` gives the current definition of an id.
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

  package mutating func replace(with new: [Definition]) {
    definitions = Dictionary(uniqueKeysWithValues: new.map { (id($0), $0) })
  }
}

package typealias FileButtons = FileDefinitions<ButtonDefinition>

extension FileButtons {
  package init() { self.init { $0.id } }
}
