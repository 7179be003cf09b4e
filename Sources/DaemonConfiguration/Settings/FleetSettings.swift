package import ButtonModel
import ButtonProtocol

/// Which keys this daemon shares with others, and through which engines.
package struct FleetSettings: Hashable, Sendable {
  /// How people call this daemon; nil for the host's name.
  package var name: String?
  /// Nanoseconds for which a scope may be out of reach before looks that read it are stale.
  package var grace: UInt64 = 5_000_000_000
  /// In the order of the file.
  package var scopes: [FleetScopeSettings] = []

  /// The names of all keys.
  static let names = ["name", "grace", "scopes"]

  package init() {}
}

/// One scope: keys that share one order, and the engine that has them.
package struct FleetScopeSettings: Hashable, Sendable {
  /// What a change of a key may do while the fleet is out of reach.
  package enum Offline: String, Hashable, Sendable, WireName {
    case refuse, count, yield, overwrite
  }

  /// When the engine's answer counts.
  package enum Answer: String, Hashable, Sendable, WireName {
    /// The engine has applied the change.
    case applied
    /// A replica has it.
    case replicated
    /// It is on disk.
    case synced
  }

  /// What this daemon may do with the keys.
  package enum Access: String, Hashable, Sendable, WireName {
    case read, write
  }

  package let name: String
  /// Where the engine is, for `buttond-fleet`; the daemon does not read it.
  package var engine = ""
  /// The file with the engine's password, which the daemon does not read.
  package var secret: String?
  /// The file with the certificates of authorities that may vouch for the engine.
  package var ca: String?
  /// The files with this daemon's certificate and its private key.
  package var certificate: String?
  package var certificateKey: String?
  /// Whether an engine on another machine may be spoken to without TLS.
  package var plaintext = false
  /// `stock` stands for `stock` and every key that begins with `stock.`.
  package var keys: [UTF8String] = []
  /// The same for the ids of buttons whose actions the fleet performs.
  package var buttons: [UTF8String] = []
  /// The same for the ids of buttons whose definitions are shared.
  package var definitions: [UTF8String] = []
  /// What prefixes of those keys, and buttons, may do while the fleet is out of reach; any other is refused.
  package var offline: [OfflineRule] = []
  package var access = Access.write
  package var answer = Answer.applied
  /// Nanoseconds that pass at least between two readings of the log.
  package var pace: UInt64 = 0
  /// Nanoseconds over which daemons spread their attempts to connect again.
  package var spread: UInt64 = 1_000_000_000

  /// One line of `offline`.
  package struct OfflineRule: Hashable, Sendable {
    package let prefix: UTF8String
    package let rule: Offline

    package init(_ prefix: UTF8String, _ rule: Offline) {
      self.prefix = prefix
      self.rule = rule
    }
  }

  /// The names of all keys of one scope.
  static let names = [
    "engine", "secret", "ca", "certificate", "certificateKey", "plaintext", "keys", "buttons",
    "definitions",
    "offline", "access", "answer", "pace", "spread",
  ]

  package init(_ name: String) { self.name = name }

  /// Whether the text is a well-formed name: 1 to 64 of `[A-Za-z0-9_-]`.
  static func isValidName(_ name: String) -> Bool { SourceDefinition.isValidName(name) }

  /// Makes relative paths lead from the configuration's folder.
  mutating func resolvePaths(in folder: Folder) {
    secret = secret.map(folder.path)
    ca = ca.map(folder.path)
    certificate = certificate.map(folder.path)
    certificateKey = certificateKey.map(folder.path)
  }

  /// Whether a key is shared through the scope.
  package func shares(_ key: UTF8String) -> Bool {
    keys.contains { $0 == key || key.isUnder($0) }
  }

  /// Whether the definition of a button is shared through the scope.
  package func sharesDefinition(of id: UTF8String) -> Bool {
    definitions.contains { $0 == id || id.isUnder($0) }
  }

  /// A prefix that this scope and another would both share; nil if there is none.
  func overlap(with other: FleetScopeSettings) -> (mine: UTF8String, theirs: UTF8String)? {
    for (names, others) in [
      (keys, other.keys), (buttons, other.buttons), (definitions, other.definitions),
    ] {
      for mine in names {
        for theirs in others where mine.overlaps(theirs) { return (mine, theirs) }
      }
    }
    return nil
  }
}

extension UTF8String {
  /// Whether the key begins with `prefix` and a dot.
  package func isUnder(_ prefix: UTF8String) -> Bool {
    let count = prefix.bytes.count
    return bytes.count > count && bytes[count] == UInt8(ascii: ".")
      && bytes[..<count].elementsEqual(prefix.bytes)
  }

  /// Whether two prefixes share a key.
  func overlaps(_ other: UTF8String) -> Bool {
    self == other || isUnder(other) || other.isUnder(self)
  }
}
