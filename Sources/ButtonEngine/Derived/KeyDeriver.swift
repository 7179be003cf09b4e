package import ButtonModel
import ButtonProtocol
import ButtonStore

/// Defines and removes derived keys within limits; refuses to derive keys that have a value.
final class KeyDeriver {
  private let context: EngineContext
  private let store: Store
  private let derived: DerivedKeys

  init(_ context: EngineContext) {
    self.context = context
    store = context.store
    derived = context.derived
  }

  /// Makes all of these changes or none. Names are unique.
  func apply(
    _ changes: [DerivationChange], from origin: ChangeOrigin, _ effect: inout ChangeEffect
  ) throws(EngineError) {
    if changes.isEmpty { return }
    for (index, change) in changes.enumerated()
    where change.name.bytes.withUnsafeBytes({ ClockKeys.isName($0) }) {
      throw .clockKey(index: index)
    }
    if let shared = context.shared {
      for (index, change) in changes.enumerated()
      where change.derivation != nil
        && change.name.bytes.withUnsafeBytes({ shared.owner(of: $0) }) != nil
      {
        throw .shared(.derived(change.name.string), index: index)
      }
    }
    try checkLimits(changes)
    for change in changes {
      guard change.derivation != nil, let key = store.key(named: change.name), derived[key] == nil,
        store.value(of: key) != nil
      else { continue }
      throw .keyHasValue(key: change.name.string)
    }
    let changes = changes.filter { !isPresent($0, from: origin) }
    if changes.isEmpty { return }
    let definitions = changes.map { (key: store.intern($0.name), derivation: $0.derivation) }
    let wereFromFile = definitions.map { derived[$0.key]?.isFromFile }
    do throws(DerivationCycle) {
      try derived.define(definitions, revision: effect.revision)
    } catch {
      throw .derivationCycle(path: error.path.map(\.string))
    }
    effect.makesRevision = true
    for (index, definition) in definitions.enumerated() {
      let new = derived[definition.key]
      new?.isFromFile = origin == .file
      new?.definedAt = effect.revision
      context.unsaved.insert(
        .derivedKey(changes[index].name), replacing: wereFromFile[index],
        isFromFile: new?.isFromFile)
      // A derived key gets its value when it is evaluated.
      if new == nil { effect.changed.append(definition.key) }
    }
  }

  /// Whether a key is derived so already, or not derived if it is not to be.
  private func isPresent(_ change: DerivationChange, from origin: ChangeOrigin) -> Bool {
    let present = store.key(named: change.name).flatMap { derived[$0] }
    guard let derivation = change.derivation else { return present == nil }
    return present?.derivation.text == derivation.text && present?.isFromFile == (origin == .file)
  }

  /// Throws if the key would depend on itself.
  func restore(
    _ name: UTF8String, _ derivation: Derivation, revision: UInt64
  ) throws(DerivationCycle) {
    let key = store.intern(name)
    try derived.define([(key, derivation)], revision: revision)
    derived[key]?.definedAt = revision
  }

  private func checkLimits(_ changes: [DerivationChange]) throws(EngineError) {
    var count = derived.count
    var bytes = derived.byteCount
    for change in changes {
      let old = store.key(named: change.name).flatMap { derived[$0] }
      count += (change.derivation == nil ? 0 : 1) - (old == nil ? 0 : 1)
      bytes += change.derivation.map(DerivedKey.byteCount) ?? 0
      bytes -= old?.byteCount ?? 0
    }
    let limits = context.settings.limits
    if count > max(limits.derivedKeys, derived.count) { throw limits.exceeded(\.derivedKeys) }
    if bytes > max(limits.derivedBytes, derived.byteCount) { throw limits.exceeded(\.derivedBytes) }
  }
}

/// A change of one key's derivation; nil ends it.
package struct DerivationChange: Sendable {
  package let name: UTF8String
  package let derivation: Derivation?

  package init(_ name: UTF8String, _ derivation: Derivation?) {
    self.name = name
    self.derivation = derivation
  }
}
