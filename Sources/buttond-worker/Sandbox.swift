import ButtonModel
import CSandbox
import Glibc
import PluginChannel

/// The worker's sandbox: first around the loading of the plugin, then tighter around its running.
struct Sandbox {
  /// The default limit of the worker's address space.
  private static let memoryMiB: UInt64 = 256

  private let load: LoadFrame
  private var report = csandbox_report()

  init(_ load: LoadFrame) { self.load = load }

  /// The layers in force.
  var layers: SandboxLayers { SandboxLayers(rawValue: report.layers) }

  /// 0 without Landlock.
  var landlockABI: UInt32 { UInt32(clamping: report.landlock_abi) }

  /// Before the library is loaded, so that its constructors are restricted.
  mutating func enterLoading(reportingTrapsOn page: StatusPageWriter) throws(WorkerFailure) {
    if load.sandbox == .off { return }
    Sandbox.letCrashesEndTheProcess()
    page.receiveTraps()
    withOptions { options, report in csandbox_enter_loading(options, &report) }
    try check()
  }

  /// After the plugin has been created: only what a resolver needs remains.
  mutating func enterRunning() throws(WorkerFailure) {
    if load.sandbox == .off { return }
    withOptions { options, report in csandbox_enter_running(options, &report) }
    try check()
  }

  /// With a toolchain installed, Swift's runtime catches crashes to print backtraces, by calls that
  /// the sandbox refuses: the report would name the call instead of the crash.
  private static func letCrashesEndTheProcess() {
    for number in [SIGQUIT, SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP] {
      signal(number, SIG_DFL)
    }
  }

  private func check() throws(WorkerFailure) {
    guard load.sandbox == .strict, !layers.isSuperset(of: .essential) else { return }
    let missing = SandboxLayers.essential.subtracting(layers).names.joined(separator: " and ")
    throw WorkerFailure(
      code: .sandboxUnavailable,
      message: "the sandbox is strict, and this kernel lacks \(missing) "
        + "(\(String(cString: strerror(report.failed_errno))))")
  }

  private mutating func withOptions(
    _ body: (UnsafePointer<csandbox_options>, inout csandbox_report) -> Void
  ) {
    let memory = load.memoryMiB == 0 ? Sandbox.memoryMiB : UInt64(load.memoryMiB)
    let slash = load.libraryPath.utf8.lastIndex(of: UInt8(ascii: "/"))
    let folder = slash.map { String(load.libraryPath[..<$0]) } ?? "/"
    let resources = load.resourceFolder
    folder.withCString { folder in
      resources.withCString { resources in
        var options = csandbox_options(
          plugin_folder: folder, resource_folder: load.resourceFolder.isEmpty ? nil : resources,
          address_space: memory << 20, permissions: UInt32(load.permissions.rawValue),
          readable_folders: nil)
        body(&options, &report)
      }
    }
  }
}
