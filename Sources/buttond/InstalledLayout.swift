import Glibc

/// Where the parts of this installation lie, found relative to the running program.
struct InstalledLayout {
  let workerPath: String
  /// Folders of plugin folders that exist.
  let pluginFolders: [String]
  /// The folder of the themes that come with the daemon; it need not exist.
  let themeFolder: String

  init() throws(DaemonError) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw DaemonError("cannot find my own program: /proc is not mounted") }
    let program = String(
      decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = InstalledLayout.parent(program)
    let prefix = InstalledLayout.parent(folder)
    let candidates = ["\(prefix)/libexec/buttond/buttond-worker", "\(folder)/buttond-worker"]
    guard let worker = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw DaemonError(
        "\(candidates[0]) is missing; run the daemon from its installed place (scripts/install)")
    }
    workerPath = worker
    themeFolder = "\(prefix)/share/buttond/themes"
    let plugins = "\(prefix)/lib/buttond/plugins"
    pluginFolders = access(plugins, R_OK | X_OK) == 0 ? [plugins] : []
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}

/// Why the daemon cannot run; says what to do.
struct DaemonError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
