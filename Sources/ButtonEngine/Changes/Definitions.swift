package import ButtonModel
package import ButtonProtocol
import ButtonStore

/// Derived keys, groups, buttons and a theme to define or remove, as one change or not at all.
package struct Definitions {
  /// Names are unique.
  package let keys: [DerivationChange]
  package let groups: [GroupDefinition]
  package let removedGroups: [UTF8String]
  package let buttons: [ButtonDefinition]
  package let removedButtons: Match?
  /// Whether presses of a redefined button continue, unless its style changes or it refuses them.
  package let keepsPresses: Bool
  /// All tokens of the new theme; nil keeps the present one.
  package let theme: [(path: UTF8String, value: StateValue)]?

  var isEmpty: Bool {
    keys.isEmpty && groups.isEmpty && removedGroups.isEmpty && buttons.isEmpty
      && removedButtons == nil && theme == nil
  }

  package init(
    keys: [DerivationChange] = [], groups: [GroupDefinition] = [],
    removedGroups: [UTF8String] = [], buttons: [ButtonDefinition] = [],
    removedButtons: Match? = nil, keepsPresses: Bool = false,
    theme: [(path: UTF8String, value: StateValue)]? = nil
  ) {
    self.keys = keys
    self.groups = groups
    self.removedGroups = removedGroups
    self.buttons = buttons
    self.removedButtons = removedButtons
    self.keepsPresses = keepsPresses
    self.theme = theme
  }
}

/// Who changes definitions, which decides what is checked and journaled.
package enum ChangeOrigin {
  /// Must be durable, so refused while the journal cannot be written. All that it names must exist.
  case client
  /// Configuration files, which each start reads again: not journaled. What they name may be
  /// missing, which shows in a button's status; their expressions were checked when they were read.
  case file
  /// Other daemons, one of which has checked it. What it names may be missing here.
  case fleet
}

/// What a change of definitions did.
package struct DefinitionReceipt {
  package let revision: UInt64
  /// The removed groups that were defined.
  package let removedGroups: [UTF8String]
  package let removedButtons: [UTF8String]
}

extension Engine {
  /// Brings definitions into force, or throws and changes nothing. An error's index counts all
  /// definitions: keys, then groups, then buttons.
  ///
  /// Replaces what is already defined. A button becomes dirty only if what it shows may change: by
  /// a token of the theme only if it has read that.
  @discardableResult
  package func commit(
    _ change: Definitions, from origin: ChangeOrigin = .client
  ) throws(EngineError) -> DefinitionReceipt {
    if origin == .client, !change.isEmpty { try committer.admit() }
    defer { buttons.expressions.endCheck() }
    let prepared = try prepare(change, from: origin)
    var effect = ChangeEffect(of: store)
    // Only this can still fail, and then it changes nothing.
    try definers.keys.apply(change.keys, from: origin, &effect)
    let removedGroups = definers.groups.remove(change.removedGroups, &effect)
    definers.groups.define(prepared.groups, from: origin, &effect)
    definers.buttons.define(
      prepared.buttons, from: origin, keepsPresses: change.keepsPresses, &effect)
    let removedButtons = change.removedButtons.map { definers.buttons.remove($0, &effect) }
    if let theme = change.theme { plugins.feed.setTheme(theme, &effect) }
    return DefinitionReceipt(
      revision: committer.finish(effect), removedGroups: removedGroups,
      removedButtons: removedButtons ?? [])
  }

  /// Throws unless the groups and buttons may be defined; keeps the expressions that it compiles.
  func prepare(
    _ change: Definitions, from origin: ChangeOrigin
  ) throws(EngineError) -> (groups: GroupDefiner.Prepared, buttons: ButtonDefiner.Prepared) {
    func part<Prepared>(
      from start: Int, _ prepare: () throws(EngineError) -> Prepared
    ) throws(EngineError) -> Prepared {
      do throws(EngineError) { return try prepare() } catch { throw error.at { $0 + start } }
    }
    let groups = try part(from: change.keys.count) { () throws(EngineError) in
      try definers.groups.prepare(change.groups, from: origin, removing: change.removedGroups)
    }
    let buttons = try part(from: change.keys.count + change.groups.count) {
      () throws(EngineError) in
      try definers.buttons.prepare(
        change.buttons, from: origin, groupBytes: groups.bytesOfAll,
        removing: change.removedButtons)
    }
    return (groups, buttons)
  }
}
