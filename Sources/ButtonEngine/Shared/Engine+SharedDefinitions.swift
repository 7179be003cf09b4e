package import ButtonModel
import ButtonProtocol

/// Definitions of buttons that are shared with other daemons.
extension Engine {
  package var sharesDefinitions: Bool { context.shared?.sharesDefinitions ?? false }

  /// The index of the sharing scope; nil if the definition is this daemon's alone.
  package func definitionScope(of id: String) -> Int? {
    guard let shared = context.shared, shared.sharesDefinitions else { return nil }
    return UTF8String(id).bytes.withUnsafeBytes { shared.definitionScope(of: $0) }
  }

  package func nameOfDefinitionScope(of id: UTF8String) -> String? {
    context.shared?.definitionScope(of: id)?.string
  }

  /// Whether there is a shared definition, perhaps one that this daemon cannot use.
  package func hasShared(_ id: String, of scope: Int) -> Bool {
    let id = UTF8String(id)
    return definition(of: id) != nil || context.shared?.unusable[scope].contains(id) == true
  }

  package func unusableDefinitions(of scope: Int) -> Int {
    context.shared?.unusable[scope].count ?? 0
  }

  /// Throws unless a client could make the change here.
  package func check(_ change: Definitions) throws(EngineError) {
    try committer.admit()
    defer { buttons.expressions.endCheck() }
    _ = try prepare(change, from: .client)
  }

  /// What the fleet, or a change that waits for it, has changed since the last call.
  package func takeDefinitionChanges() -> [DefinitionChange] {
    guard let shared = context.shared, !shared.definitionChanges.isEmpty else { return [] }
    defer { shared.definitionChanges = [] }
    return shared.definitionChanges
  }

  /// Shows a definition as the fleet has it, or as a change that waits for the fleet makes it. One
  /// that this daemon cannot use is kept, and not shown.
  func applyDefinition(
    _ change: SharedChange, _ shared: SharedKeys, _ effect: inout ChangeEffect
  ) {
    guard let id = SharedDefinition.id(of: change.key),
      let scope = id.bytes.withUnsafeBytes({ shared.definitionScope(of: $0) })
    else { return }
    defer { buttons.expressions.endCheck() }
    let present = definition(of: id)
    var wanted = change.shown.flatMap { SharedDefinition.definition($0, of: id) }
    if let definition = wanted, definition != present {
      do throws(EngineError) {
        let prepared = try prepare(Definitions(buttons: [definition]), from: .fleet)
        definers.buttons.define(prepared.buttons, from: .fleet, keepsPresses: true, &effect)
        shared.definitionChanges.append(.defined(definition))
      } catch {
        wanted = nil
      }
    }
    if wanted == nil, present != nil {
      _ = definers.buttons.remove(Match(ids: [id]), &effect)
      shared.definitionChanges.append(.removed(id.string))
    }
    if wanted == nil, change.shown != nil {
      shared.unusable[scope].insert(id)
    } else {
      shared.unusable[scope].remove(id)
    }
    let shown = wanted == nil ? nil : change.shown
    if shared.note(change.key, committed: change.committed, shown: shown) || change.committed == nil
    {
      context.unsaved.insert(.button(id))
    }
  }

  /// Returns the keys of the definitions that this daemon has.
  func definitionKeys(of scope: Int) -> [UTF8String] {
    guard let shared = context.shared, !shared.scopes[scope].definitions.isEmpty else { return [] }
    var found: [UTF8String] = []
    for slot in buttons.slots(matching: .everything) {
      guard let id = buttons[slot]?.id,
        id.bytes.withUnsafeBytes({ shared.definitionScope(of: $0) }) == scope
      else { continue }
      found.append(SharedDefinition.key(of: id))
    }
    return found
  }
}
