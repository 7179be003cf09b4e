/// The rights of a daemon's user in the engine: all of some scopes, and reading of others.
///
/// The functions run with their caller's rights, so these are also the commands that they use.
package struct AccessRules: Hashable, Sendable {
  package let user: String
  package let changed: [ScopeKeys]
  package let read: [ScopeKeys]
  /// The user may wait until a change is on disk, which Redis has from 7.2.
  package let waitsForDisk: Bool

  package init(
    user: String, changed: [ScopeKeys], read: [ScopeKeys], waitsForDisk: Bool = false
  ) {
    self.user = user
    self.changed = changed
    self.read = read
    self.waitsForDisk = waitsForDisk
  }

  private static let common = "ping hello auth info fcall_ro xread hscan hmget hget hlen ttl xrange"
  private static let changing =
    "fcall hset hdel expire xadd xtrim xlen xack xpending xinfo|groups xinfo|consumers "
    + "xinfo|stream xreadgroup xautoclaim xgroup|create xgroup|delconsumer wait"

  /// Makes the user. `passwordHash` is the password's SHA-256 in hexadecimal; while passwords are
  /// renewed, an older one holds, too.
  package func command(passwordHash: String, older: String? = nil) -> String {
    var commands = Self.common
    if !changed.isEmpty { commands += " \(Self.changing)" + (waitsForDisk ? " waitaof" : "") }
    let rules =
      ["reset", "on", "#\(passwordHash)"] + (older.map { ["#\($0)"] } ?? [])
      + commands.split(separator: " ").map { "+\($0)" }
      + changed.map { "%RW~\($0.prefix)*" } + read.map { "%R~\($0.prefix)*" }
    return "ACL SETUSER \(user) \(rules.joined(separator: " "))"
  }
}
