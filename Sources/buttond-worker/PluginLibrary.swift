import CButtonPlugin
import Glibc
import PluginChannel

/// A plugin's shared library after the checks that follow the manifest's.
struct PluginLibrary {
  /// The one function that a plugin exports.
  static let symbol = "buttond_plugin_v1"

  /// The size of a table of ABI 1.0; later minors only append to it.
  static let leastTableSize =
    (MemoryLayout<btn_plugin>.offset(of: \.get_extension) ?? 0) + MemoryLayout<UInt>.size

  /// The library is never unloaded.
  let table: UnsafePointer<btn_plugin>

  /// Loads the library and checks it against the manifest.
  init(_ load: LoadFrame) throws(WorkerFailure) {
    guard let handle = dlopen(load.libraryPath, RTLD_NOW | RTLD_LOCAL | Int32(RTLD_NODELETE))
    else {
      throw WorkerFailure(
        code: .libraryNotLoaded, message: "\(load.libraryPath): \(PluginLibrary.lastError)")
    }
    guard let address = dlsym(handle, PluginLibrary.symbol) else {
      throw WorkerFailure(
        code: .symbolMissing, message: "\(load.libraryPath) exports no \(PluginLibrary.symbol)")
    }
    try self.init(table: try PluginLibrary.table(address), load)
  }

  init(table: UnsafePointer<btn_plugin>, _ load: LoadFrame) throws(WorkerFailure) {
    self.table = table
    try checkABI(load)
    try checkIdentity(load)
  }

  private static func table(
    _ address: UnsafeMutableRawPointer
  ) throws(WorkerFailure) -> UnsafePointer<btn_plugin> {
    typealias Entry =
      @convention(c) (UnsafePointer<btn_abi_info>) ->
      UnsafePointer<btn_plugin>?
    let entry = unsafeBitCast(address, to: Entry.self)
    var info = btn_abi_info(
      magic: BTN_MAGIC, abi_major: BTN_ABI_MAJOR, abi_minor: PluginHostTable.abiMinor,
      ptr_size: UInt32(MemoryLayout<UnsafeRawPointer>.size))
    guard let table = entry(&info) else {
      throw WorkerFailure(
        code: .abiRefused,
        message: "\(symbol) refused a host with ABI \(info.abi_major).\(info.abi_minor)")
    }
    return table
  }

  private func checkABI(_ load: LoadFrame) throws(WorkerFailure) {
    let needed = PluginLibrary.leastTableSize
    func refuse(_ message: String) -> WorkerFailure {
      WorkerFailure(code: .abiRefused, message: message)
    }
    // Only the first four members may be read before the size is known to suffice.
    guard table.pointee.size >= needed else {
      throw refuse("the table has \(table.pointee.size) bytes, \(needed) are needed")
    }
    let plugin = table.pointee
    guard plugin.abi_major == BTN_ABI_MAJOR else {
      throw refuse("the table says ABI major \(plugin.abi_major), this host is \(BTN_ABI_MAJOR)")
    }
    guard plugin.abi_minor <= PluginHostTable.abiMinor else {
      throw refuse(
        "the plugin needs ABI minor \(plugin.abi_minor), this host has \(PluginHostTable.abiMinor)")
    }
    guard plugin.abi_major == load.abiMajor, plugin.abi_minor == load.abiMinor else {
      throw refuse(
        """
        the table says ABI \(plugin.abi_major).\(plugin.abi_minor), the manifest \
        \(load.abiMajor).\(load.abiMinor)
        """)
    }
    guard plugin.flags == 0 else { throw refuse("the table has unknown flags \(plugin.flags)") }
    guard plugin.create != nil, plugin.resolve != nil else {
      throw refuse("the table lacks create or resolve")
    }
  }

  private func checkIdentity(_ load: LoadFrame) throws(WorkerFailure) {
    try check("id", table.pointee.id, load.pluginID)
    try check("version", table.pointee.version, load.version)
  }

  private func check(
    _ what: String, _ text: UnsafePointer<CChar>?, _ expected: String
  ) throws(WorkerFailure) {
    let found = text.map { String(cString: $0) } ?? ""
    guard found.utf8.elementsEqual(expected.utf8) else {
      throw WorkerFailure(
        code: .identityMismatch,
        message: "the library's \(what) is \"\(found)\", the manifest's \"\(expected)\"")
    }
  }

  private static var lastError: String {
    dlerror().map { String(cString: $0) } ?? "cannot be loaded"
  }
}
