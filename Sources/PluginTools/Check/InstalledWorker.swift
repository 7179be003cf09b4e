import Glibc

/// Where the installed `buttond-worker` lies, found relative to the running program.
package enum InstalledWorker {
  /// Its path.
  package static func find() throws(ToolError) -> String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw ToolError("cannot find my own program: /proc is not mounted") }
    let program = String(
      decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = parent(program)
    let candidates = [
      "\(parent(folder))/libexec/buttond/buttond-worker", "\(folder)/buttond-worker",
    ]
    guard let worker = candidates.first(where: { access($0, X_OK) == 0 }) else {
      throw ToolError(
        "\(candidates[0]) is missing; run buttonctl from its installed place (scripts/install)")
    }
    return worker
  }

  private static func parent(_ path: String) -> String {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
    return String(path[..<slash])
  }
}
