package import ButtonModel

package enum FleetRoute: Hashable, Sendable {
  /// No key is shared.
  case local
  /// The keys are of the scope with this index, but those of the operations with the indices
  /// `local` are this daemon's alone; together they are one transaction of the journal.
  case shared(scope: Int, local: [Int])
  /// Refused: a local and a shared key in one change, and the shared one cannot wait for the fleet.
  case mixed(local: UTF8String, shared: UTF8String)
  case twoScopes(UTF8String, UTF8String)
}

/// Which keys are shared, and through which scope.
package struct FleetRoutes: Sendable {
  /// Two scopes that would share a key.
  package struct Overlap: Error, Hashable, Sendable {
    package let first: UTF8String
    package let second: UTF8String
    package let prefix: UTF8String
  }

  private let scopes: [ScopeSettings]

  package init(_ scopes: [ScopeSettings]) throws(Overlap) {
    self.scopes = scopes
    for (index, scope) in scopes.enumerated() {
      for other in scopes[..<index] {
        for (mine, theirs) in [
          (scope.keys, other.keys), (scope.buttons, other.buttons),
          (scope.definitions, other.definitions),
        ] {
          if let prefix = FleetRoutes.shared(mine, theirs) {
            throw Overlap(first: other.name, second: scope.name, prefix: prefix)
          }
        }
      }
    }
  }

  /// The scope of a key, or of `!` and a button's id; nil if it is not shared.
  package func scope(of key: UTF8String) -> Int? {
    scopes.firstIndex { $0.prefix(of: key) != nil }
  }

  /// Where the operations of one change go. One performed by a scope's button goes to that scope,
  /// whatever its keys.
  package func route(_ operations: [StateOperation], of button: UTF8String? = nil) -> FleetRoute {
    var shared: (scope: Int, key: UTF8String)?
    if let button, let scope = scopes.firstIndex(where: { $0.performs(button) }) {
      shared = (scope, button)
    }
    var local: [Int] = []
    for (index, operation) in operations.enumerated() {
      guard let scope = scope(of: operation.key) else {
        local.append(index)
        continue
      }
      if let shared, shared.scope != scope { return .twoScopes(shared.key, operation.key) }
      if shared == nil { shared = (scope, operation.key) }
    }
    guard let shared else { return .local }
    if let first = local.first {
      if let button, scopes[shared.scope].keyClass(of: .action(button: button, text: "")) == .refuse
      {
        return .mixed(local: operations[first].key, shared: button)
      }
      for operation in operations where scope(of: operation.key) != nil {
        if scopes[shared.scope].keyClass(of: operation) == .refuse {
          return .mixed(local: operations[first].key, shared: operation.key)
        }
      }
    }
    return .shared(scope: shared.scope, local: local)
  }

  /// A prefix that is, or is under, one of the others.
  private static func shared(
    _ some: [ScopeSettings.Prefix], _ others: [ScopeSettings.Prefix]
  ) -> UTF8String? {
    for one in some {
      for other in others where one.covers(other) || other.covers(one) { return one.name }
    }
    return nil
  }
}
