/// The names of a scope's keys in the engine; they share a hash tag, so that they share a node.
package struct ScopeKeys: Hashable, Sendable {
  package let scope: String

  /// Nil unless the name is 1 to 64 of `[A-Za-z0-9_-]`.
  package init?(_ scope: String) {
    guard (1...64).contains(scope.utf8.count), scope.utf8.allSatisfy(Self.isNameByte) else {
      return nil
    }
    self.scope = scope
  }

  package var meta: String { "\(prefix)m" }
  package var log: String { "\(prefix)l" }
  package var state: String { "\(prefix)k" }
  /// Collects the state that a restoration then puts in place.
  package var restored: String { "\(prefix)r" }
  package var actions: String { "\(prefix)a" }
  /// Daemons that may be there, by their runs.
  package var presence: String { "\(prefix)p" }
  /// What a daemon says of itself; the engine drops it when it is not renewed.
  package func presence(of run: String) -> String { "\(prefix)p:\(run)" }
  package func life(_ life: String) -> String { "\(prefix)d:\(life)" }

  /// What all of the names begin with.
  package var prefix: String { "btn:{\(scope)}:" }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
