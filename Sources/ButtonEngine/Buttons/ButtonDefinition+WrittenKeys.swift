import ButtonModel
import ButtonStore

extension ButtonDefinition {
  /// The keys that presses and choices write, each with its path in the definition.
  var writtenKeys: [(path: String, key: UTF8String)] {
    var keys: [(path: String, key: UTF8String)] = []
    forEachAction { place, action in
      for (index, operation) in action.operations.enumerated() {
        keys.append(("\(place.path).operations[\(index)].key", operation.change.key))
      }
    }
    if let togglesSelection { keys.append(("togglesSelection", togglesSelection)) }
    if let menuSelection { keys.append(("menuSelection", menuSelection)) }
    return keys
  }
}

extension EngineContext {
  /// The first key that a definition may not write, as only the daemon or an expression sets it.
  func unwritableKey(of definition: ButtonDefinition) -> (path: String, message: String)? {
    for (path, key) in definition.writtenKeys {
      guard let owner = owner(of: key) else { continue }
      return (path, "'\(Excerpt(key.string))' \(owner): choose a key that clients may write")
    }
    return nil
  }

  /// Describes what sets a key that clients may not write; nil if they may.
  private func owner(of key: UTF8String) -> String? {
    if key.bytes.withUnsafeBytes({ clockKeys.owns($0) }) { return "is set by the clock" }
    if store.key(named: key).flatMap({ derived[$0] }) != nil {
      return "is derived from other keys"
    }
    if case .daemon? = key.bytes.withUnsafeBytes({ shared?.owner(of: $0) }) {
      return "tells how the fleet is doing"
    }
    return nil
  }
}
