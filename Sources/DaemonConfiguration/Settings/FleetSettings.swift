package import ButtonModel
import ButtonProtocol

/// Which keys this daemon shares with others, and through which engines.
package struct FleetSettings: Hashable, Sendable {
  /// How people call this daemon; nil for the host's name.
  package var name: String?
  /// How long a scope may be out of reach before looks that read it are stale, in nanoseconds.
  package var grace: UInt64 = 5_000_000_000
  /// In the order of the file.
  package var scopes: [FleetScopeSettings] = []

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
    case applied
    /// A replica has it.
    case replicated
    /// It is on disk.
    case synced
  }

  package enum Access: String, Hashable, Sendable, WireName {
    case read, write
  }

  package let name: String
  /// The engine, for `buttond-fleet`; the daemon does not read it.
  package var engine = ""
  /// A file with the engine's password; the daemon does not read it.
  package var secret: String?
  /// A file with the certificates of authorities that may vouch for the engine.
  package var ca: String?
  /// Files with this daemon's certificate and its private key.
  package var certificate: String?
  package var certificateKey: String?
  /// Allows an engine on another machine without TLS.
  package var plaintext = false
  /// `stock` stands for `stock` and every key that begins with `stock.`.
  package var keys: [UTF8String] = []
  /// Likewise, ids of buttons whose actions the fleet performs.
  package var buttons: [UTF8String] = []
  /// Likewise, ids of buttons whose definitions are shared.
  package var definitions: [UTF8String] = []
  /// Prefixes that may change while the fleet is out of reach, and how; others are refused.
  package var offline: [OfflineRule] = []
  package var access = Access.write
  package var answer = Answer.applied
  /// The least time between two readings of the log, in nanoseconds.
  package var pace: UInt64 = 0
  /// The time over which daemons spread their attempts to connect again, in nanoseconds.
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

  static let names = [
    "engine", "secret", "ca", "certificate", "certificateKey", "plaintext", "keys", "buttons",
    "definitions",
    "offline", "access", "answer", "pace", "spread",
  ]

  package init(_ name: String) { self.name = name }

  /// 1 to 64 of `[A-Za-z0-9_-]`.
  static func isValidName(_ name: String) -> Bool { SourceDefinition.isValidName(name) }

  /// Relative paths lead from the configuration's folder.
  mutating func resolvePaths(in folder: Folder) {
    secret = secret.map(folder.path)
    ca = ca.map(folder.path)
    certificate = certificate.map(folder.path)
    certificateKey = certificateKey.map(folder.path)
  }

  package func shares(_ key: UTF8String) -> Bool {
    keys.contains { $0 == key || key.isUnder($0) }
  }

  package func sharesDefinition(of id: UTF8String) -> Bool {
    definitions.contains { $0 == id || id.isUnder($0) }
  }

  /// Prefixes of this scope and of another that overlap.
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
  /// Whether this is `prefix`, a dot and more.
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
