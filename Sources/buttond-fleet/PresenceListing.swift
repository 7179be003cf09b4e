import ButtonProtocol
import RedisEngine

/// The daemons of one scope, for people and for programs.
struct PresenceListing: WireObject, Hashable {
  /// One of them.
  struct Daemon: WireObject, Hashable {
    var name = ""
    var version = ""
    var seconds: UInt64 = 0
    var revision: UInt64 = 0
    var behind: UInt64 = 0
    var age: UInt64?

    mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
      try fields.required("name", &name)
      try fields.required("version", &version)
      try fields.required("seconds", &seconds)
      try fields.required("revision", &revision)
      try fields.required("behind", &behind)
      try fields.optional("age", &age)
    }
  }

  var name = ""
  var revision: UInt64?
  var daemons: [Daemon] = []
  var isCut = false
  /// Why it could not be read.
  var message: String?

  init() {}

  init(_ name: String, message: String) {
    self.name = name
    self.message = message
  }

  init(_ name: String, _ presence: Presence) {
    self.name = name
    revision = presence.revision
    isCut = presence.isCut
    daemons = presence.daemons.map { daemon in
      var row = Daemon()
      row.name = daemon.name
      row.version = daemon.version
      row.seconds = daemon.seconds
      row.revision = daemon.revision
      row.behind = daemon.behind
      row.age = daemon.age
      return row
    }
  }

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("name", &name)
    try fields.optional("revision", &revision)
    try fields.required("daemons", &daemons)
    try fields.flag("cut", &isCut, "There are more.")
    try fields.optional("message", &message)
  }
}

/// The listings of several scopes.
struct PresenceListings: WireObject, Hashable {
  var scopes: [PresenceListing] = []

  init() {}

  init(scopes: [PresenceListing]) { self.scopes = scopes }

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("scopes", &scopes)
  }

  /// Columns that are as wide as what is in them.
  var table: String {
    var rows = [["SCOPE", "DAEMON", "VERSION", "ALIVE", "REVISION", "BEHIND", "SAID"]]
    var isCut = false
    for scope in scopes {
      isCut = isCut || scope.isCut
      for daemon in scope.daemons {
        rows.append([
          scope.name, daemon.name, daemon.version, Self.time(daemon.seconds),
          "\(daemon.revision)", "\(daemon.behind)", daemon.age.map { "\($0) s ago" } ?? "-",
        ])
      }
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
        .joined(separator: "  ").trimmedEnd
    }
    return (lines + (isCut ? ["…"] : [])).joined(separator: "\n")
  }

  private static func time(_ seconds: UInt64) -> String {
    switch seconds {
    case ..<120: "\(seconds) s"
    case ..<7_200: "\(seconds / 60) min"
    case ..<172_800: "\(seconds / 3_600) h"
    default: "\(seconds / 86_400) d"
    }
  }
}

extension String {
  fileprivate var trimmedEnd: String {
    var text = self
    while text.last == " " { text.removeLast() }
    return text
  }
}
