import Glibc

/// A plugin that ships: a daemon of a test has those that the test names.
package enum ShippedPlugin: String, CaseIterable, Sendable {
  case checkout, clock, outline, pill, press, themed
}

extension Set<ShippedPlugin> {
  /// All of them, as an installed daemon has them.
  package static var all: Self { Set(ShippedPlugin.allCases) }

  /// What a program is told that is to have these plugins of a layout and no others; `folder`, which
  /// must outlive it, gets a link to each.
  package func arguments(
    from prefix: InstalledPrefix, in folder: TemporaryFolder
  ) throws -> [String] {
    if self == .all { return [] }
    if isEmpty { return ["--no-installed-plugins"] }
    let shelf = folder.file("plugins")
    guard mkdir(shelf, 0o755) == 0, chmod(folder.path, 0o755) == 0 else {
      throw TestFailure("\(shelf) cannot be made: errno \(errno)")
    }
    for plugin in self {
      let installed = "\(prefix.path)/lib/buttond/plugins/\(plugin)"
      guard symlink(installed, "\(shelf)/\(plugin)") == 0 else {
        throw TestFailure("\(installed) cannot be linked: errno \(errno)")
      }
    }
    return ["--no-installed-plugins", "--plugins", shelf]
  }
}
