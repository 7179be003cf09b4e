import Glibc

/// Whom a test's daemon runs as.
package enum DaemonIdentity: String, CaseIterable, Sendable, CustomStringConvertible {
  /// The test's own user.
  case own
  /// A user without any rights; only root can start one.
  case nobody

  /// The user and group of `nobody`.
  private static let nobodyID: UInt32 = 65_534

  /// Those that this test can run a daemon as: root both, others only themselves.
  package static var available: [DaemonIdentity] { geteuid() == 0 ? allCases : [.own] }

  package var description: String { geteuid() == 0 && self == .own ? "root" : rawValue }

  /// The command that runs a program as this user.
  package func command(_ program: String, _ arguments: [String]) -> (
    path: String, arguments: [String]
  ) {
    switch self {
    case .own: return (program, arguments)
    case .nobody:
      let id = "\(DaemonIdentity.nobodyID)"
      let identity = ["--reuid=\(id)", "--regid=\(id)", "--clear-groups", "--", program]
      return ("setpriv", identity + arguments)
    }
  }

  /// Makes a folder and all in it this user's.
  package func own(_ path: String) throws {
    guard self == .nobody else { return }
    let id = DaemonIdentity.nobodyID
    for entry in [path] + DaemonIdentity.entries(of: path) {
      guard lchown(entry, id, id) == 0 else {
        throw TestFailure("\(entry) cannot be given away: errno \(errno)")
      }
    }
  }

  /// The installed layout where this user can run it.
  package func prefix(copyingTo folder: TemporaryFolder) throws -> InstalledPrefix {
    let prefix = try InstalledPrefix()
    guard self == .nobody, !DaemonIdentity.isOpenToAll(prefix.path) else { return prefix }
    let copy = folder.file("prefix")
    try InstalledPrefix.copy(prefix.path, to: copy)
    guard chmod(folder.path, 0o755) == 0 else {
      throw TestFailure("\(folder.path) cannot be opened to all: errno \(errno)")
    }
    return InstalledPrefix(at: copy)
  }

  private static func entries(of path: String) -> [String] {
    let names = (try? Folder.names(in: path)) ?? []
    return names.flatMap { ["\(path)/\($0)"] + entries(of: "\(path)/\($0)") }
  }

  /// Whether anybody may pass through all the folders of a path.
  private static func isOpenToAll(_ path: String) -> Bool {
    var path = path
    while !path.isEmpty {
      var status = stat()
      guard stat(path, &status) == 0, status.st_mode & 0o005 == 0o005 else { return false }
      path = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }
    return true
  }
}
