import Glibc

/// The program of Redis, or of the server that `BUTTOND_TEST_REDIS` names.
package enum RedisProgram {
  /// Where it is, if it is installed. Debian's package of tools has the server, too, and starts none.
  package static let path: String? = {
    let named = getenv("BUTTOND_TEST_REDIS").map { String(cString: $0) }
    return ([named].compactMap { $0 } + ["/usr/bin/redis-server", "/usr/bin/redis-check-rdb"])
      .first { access($0, X_OK) == 0 }
  }()

  /// A link to it in a folder. Debian's program for checking files is the server, or a Sentinel, when it is
  /// called so.
  package static func link(named name: String, in folder: TemporaryFolder) throws -> String {
    guard let path else { throw TestFailure("redis-server is not installed") }
    let link = folder.file(name)
    guard symlink(path, link) == 0 || errno == EEXIST else {
      throw TestFailure("no link: errno \(errno)")
    }
    return link
  }
}
