package import ButtonModel
package import ButtonProtocol
import ButtonStore

/// What is to be defined and removed: derived keys, groups, buttons and the theme. All of it comes into force as one
/// change, or nothing.
package struct Definitions {
  /// Names occur once.
  package let keys: [DerivationChange]
  package let groups: [GroupDefinition]
  package let removedGroups: [UTF8String]
  package let buttons: [ButtonDefinition]
  package let removedButtons: Match?
  /// Whether presses of a button that is defined again continue, unless its style changes or it refuses them now.
  package let keepsPresses: Bool
  /// All tokens of another theme; nil leaves the present one.
  package let theme: [(path: UTF8String, value: StateValue)]?

  /// Whether nothing changes.
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

/// Who changes what is defined, which decides what holds for it.
package enum ChangeOrigin {
  /// Must be kept, so it is refused while the journal cannot be written. Everything that it names must be there.
  case client
  /// The configuration's files, which each start reads again: not journaled. What they name may be missing, which
  /// shows in a button's status; their expressions were checked when they were read.
  case file
  /// The other daemons, one of which has checked it. What it names may be missing here.
  case fleet
}

/// What a change of definitions has done.
package struct DefinitionReceipt {
  package let revision: UInt64
  /// The groups and the buttons that were there and are removed.
  package let removedGroups: [UTF8String]
  package let removedButtons: [UTF8String]
}

extension Engine {
  /// Brings definitions into force, or throws and leaves everything as it is. The index of an error counts all
  /// definitions: keys, then groups, then buttons.
  ///
  /// Buttons, groups and keys that are defined already are replaced. A button becomes dirty only if what it shows may
  /// change: by a token of the theme if it has read it.
  @discardableResult
  package func commit(
    _ change: Definitions, from origin: ChangeOrigin = .client
  ) throws(EngineError) -> DefinitionReceipt {
    if origin == .client, !change.isEmpty { try committer.admit() }
    defer { buttons.expressions.endCheck() }
    let prepared = try prepare(change, from: origin)
    var effect = ChangeEffect(of: store)
    // Nothing else can fail, and this changes nothing if it does.
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

  /// Throws unless the groups and buttons may be defined. Expressions that it has compiled wait for that.
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
