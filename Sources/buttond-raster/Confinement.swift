import CPango
import CSandbox
import Glibc

/// What shuts this program in before it reads a request: pictures come from anybody.
enum Confinement {
  /// The bound of the address space: fonts of all scripts are mapped, and take up to 300 MiB.
  private static let addressSpace: UInt64 = 2 << 30

  /// Leaves memory, the open descriptors and reading fonts; returns what the kernel lacks for that.
  static func enter() -> String {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
    var report = csandbox_report()
    let folders = fontFolders
    var paths: [UnsafePointer<CChar>?] = folders.map { UnsafePointer(strdup($0)) } + [nil]
    defer { for path in paths { free(UnsafeMutableRawPointer(mutating: path)) } }
    paths.withUnsafeMutableBufferPointer { paths in
      "/nonexistent".withCString { none in
        var options = csandbox_options(
          plugin_folder: none, resource_folder: nil, address_space: addressSpace,
          permissions: CSANDBOX_PERMIT_THREADS | CSANDBOX_PERMIT_FILE_GROWTH,
          readable_folders: paths.baseAddress)
        csandbox_enter_loading(&options, &report)
        csandbox_enter_running(&options, &report)
      }
    }
    let missing = [
      (CSANDBOX_LANDLOCK, "Landlock"), (CSANDBOX_SECCOMP, "seccomp"),
      (CSANDBOX_NO_NEW_PRIVS, "no_new_privs"), (CSANDBOX_RLIMITS, "limits"),
    ].filter { report.layers & $0.0 == 0 }.map(\.1)
    return missing.isEmpty ? "" : "the kernel lacks \(missing.joined(separator: ", "))"
  }

  /// Has libraries keep their warnings to themselves: GLib would ask what standard error is, which is not allowed, and
  /// pictures by anybody must not fill a log.
  static func silenceLibraries() {
    g_log_set_writer_func({ _, _, _, _ in G_LOG_WRITER_HANDLED }, nil, nil)
  }

  /// Where fonts are.
  private static var fontFolders: [String] {
    guard let list = FcConfigGetFontDirs(nil) else { return [] }
    defer { FcStrListDone(list) }
    var folders: [String] = []
    while let folder = FcStrListNext(list) { folders.append(String(cString: folder)) }
    return folders
  }
}
