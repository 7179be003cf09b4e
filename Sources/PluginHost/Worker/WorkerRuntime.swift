import Glibc

/// Where a worker's plugins find the Swift libraries that are installed with it.
///
/// The worker's own search path serves the worker alone: what a plugin needs is looked for where the
/// plugin was built, which the sandbox hides. So the loader gets the folder when a worker starts.
package enum WorkerRuntime {
  /// The variable that the loader reads once, when the process starts; the worker then removes it.
  static let variable = "LD_LIBRARY_PATH"
  /// From the folder of an installed worker.
  private static let installed = "../../lib/buttond/runtime"

  /// The folder with the libraries, absolute and without symbolic links; nil for a worker that is not
  /// installed: the libraries of a toolchain are where its plugins look.
  package static func folder(ofWorker program: String) -> String? {
    guard let worker = resolved(program),
      let slash = worker.utf8.lastIndex(of: UInt8(ascii: "/")),
      let folder = resolved("\(worker[..<slash])/\(installed)"),
      // The loader would take these for more than one folder, or for one of its keywords.
      !folder.utf8.contains(where: { [UInt8](":;$".utf8).contains($0) })
    else { return nil }
    return folder
  }

  /// All of the environment that a worker starts with.
  static func environment(ofWorker program: String) -> [String: String] {
    folder(ofWorker: program).map { [variable: $0] } ?? [:]
  }

  private static func resolved(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
