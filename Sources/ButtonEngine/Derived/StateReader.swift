package import ButtonExpressions
package import ButtonModel
import ButtonStore

/// The newest values of the keys that a program reads, found by their ids.
struct StateReader: ExpressionSource {
  let store: Store
  let leases: Leases
  /// By the program's slots.
  let keys: [KeyID]

  func value(at slot: Int) -> StateValue? { store.value(of: keys[slot]) }

  func isLost(at slot: Int) -> Bool { leases.isLost(keys[slot]) }
}

/// The same, found by their names: a program that is not kept needs no key to exist.
package struct NamedStateReader: ExpressionSource {
  let store: Store
  let leases: Leases
  let keys: [ExpressionKey]

  package func value(at slot: Int) -> StateValue? {
    key(at: slot).flatMap { store.value(of: $0) }
  }

  package func isLost(at slot: Int) -> Bool { key(at: slot).map { leases.isLost($0) } ?? false }

  private func key(at slot: Int) -> KeyID? { store.key(named: keys[slot].name) }
}

extension Engine {
  /// Reads the newest values of a program's keys, as of the last ``settleDerivedKeys()``.
  package func reader(of program: ExpressionProgram) -> NamedStateReader {
    NamedStateReader(store: store, leases: context.leases, keys: program.keys)
  }
}
