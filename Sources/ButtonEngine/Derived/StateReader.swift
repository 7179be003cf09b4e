package import ButtonExpressions
package import ButtonModel
import ButtonStore

/// The newest values of a program's keys, found by id.
struct StateReader: ExpressionSource {
  let store: Store
  let leases: Leases
  /// By the program's slots.
  let keys: [KeyID]

  func value(at slot: Int) -> StateValue? { store.value(of: keys[slot]) }

  func isLost(at slot: Int) -> Bool { leases.isLost(keys[slot]) }
}

/// The same, found by name: the keys of a program that is not kept need not exist.
package struct NamedStateReader: ExpressionSource {
  let store: Store
  let leases: Leases
  let keys: [ExpressionKey]
  /// The value of the name `delta` in a rotation's action: the steps that the button is turned by.
  var delta: Int?

  package func value(at slot: Int) -> StateValue? {
    if let delta, isDelta(slot) { return .int(Int64(delta)) }
    return key(at: slot).flatMap { store.value(of: $0) }
  }

  package func isLost(at slot: Int) -> Bool {
    if delta != nil, isDelta(slot) { return false }
    return key(at: slot).map { leases.isLost($0) } ?? false
  }

  private func isDelta(_ slot: Int) -> Bool { keys[slot].name == "delta" }

  private func key(at slot: Int) -> KeyID? { store.key(named: keys[slot].name) }
}

extension Engine {
  /// As of the last ``settle()``.
  package func reader(of program: ExpressionProgram) -> NamedStateReader {
    NamedStateReader(store: store, leases: context.leases, keys: program.keys)
  }
}
