import Glibc

/// Where a worker's plugins find the Swift libraries installed with it.
///
/// The worker's search path serves the worker alone: a plugin's libraries are sought where the
/// plugin was built, which the sandbox hides. So the loader gets the folder when a worker starts.
package enum WorkerRuntime {
  /// The loader reads it once, at the process's start; the worker then removes it.
  static let variable = "LD_LIBRARY_PATH"
  /// The runtime's path from the folder of an installed worker.
  private static let installed = "../../lib/buttond/runtime"

  /// Absolute and without symbolic links; nil for a worker that is not installed, whose plugins
  /// find the toolchain's libraries.
  package static func folder(ofWorker program: String) -> String? {
    guard let worker = resolved(program),
      let slash = worker.utf8.lastIndex(of: UInt8(ascii: "/")),
      let folder = resolved("\(worker[..<slash])/\(installed)"),
      // The loader would take these for several folders, or for one of its keywords.
      !folder.utf8.contains(where: { [UInt8](":;$".utf8).contains($0) })
    else { return nil }
    return folder
  }

  static func environment(ofWorker program: String) -> [String: String] {
    folder(ofWorker: program).map { [variable: $0] } ?? [:]
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
