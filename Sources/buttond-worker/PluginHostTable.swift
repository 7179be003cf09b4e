import ButtonModel
import CButtonPlugin
import PluginChannel

/// The function table that a plugin gets, and what its functions recover from their first argument.
final class PluginHostTable {
  /// The minor version that this worker serves.
  static let abiMinor: UInt32 = 0

  private let outbox: WorkerOutbox
  private let resolution: UnsafeMutablePointer<Resolution>
  private let extensions: HostExtensions
  /// Nil under a daemon.
  let checks: Checks?
  let resources: ResourceFolder

  /// The parts must live as long as the process.
  init(
    outbox: WorkerOutbox, resolution: UnsafeMutablePointer<Resolution>, resources: ResourceFolder,
    extensions: HostExtensions, _ checks: Checks? = nil
  ) {
    self.outbox = outbox
    self.resolution = resolution
    self.resources = resources
    self.extensions = extensions
    self.checks = checks
  }

  /// Never freed: the plugin may keep it.
  func makeAPI() -> UnsafePointer<btn_host_api> {
    let api = UnsafeMutablePointer<btn_host_api>.allocate(capacity: 1)
    api.initialize(
      to: btn_host_api(
        size: UInt32(MemoryLayout<btn_host_api>.size), abi_major: BTN_ABI_MAJOR,
        abi_minor: PluginHostTable.abiMinor, schema: UInt32(PropertyRegistry.revision),
        host: OpaquePointer(Unmanaged.passRetained(self).toOpaque()),
        intern: { host, name, length in
          PluginHostTable.from(host)?.intern(name, length) ?? 0
        },
        get_extension: { host, id in
          guard let id else { return nil }
          return PluginHostTable.from(host)?.extensions.table(id)
        },
        log: { host, level, message, length in
          PluginHostTable.from(host)?.log(level, message, length)
        },
        request_update: { host, handle in
          PluginHostTable.from(host)?.outbox.requestUpdate(handle)
        },
        get: { request, key, out in PluginHostTable.get(request, key, out) },
        set: { request, key, value in PluginHostTable.set(request, key, value) },
        fail: { request, status, message, length in
          PluginHostTable.fail(request, status, message, length)
        }))
    guard let checks else { return UnsafePointer(api) }
    checks.replaceFunctions(of: &api.pointee)
    return Checks.placed(UnsafePointer(api), checks)
  }

  /// Returns the table behind a plugin's first argument.
  static func from(_ host: OpaquePointer?) -> PluginHostTable? {
    host.map { Unmanaged.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  /// 0 if the name is invalid.
  func intern(_ name: UnsafePointer<CChar>?, _ length: UInt32) -> btn_key {
    guard let name else { return 0 }
    let bytes = UnsafeRawBufferPointer(start: name, count: Int(length))
    let known = resolution.pointee.keyCount
    let key = resolution.pointee.intern(bytes)
    if checks == nil, resolution.pointee.keyCount > known, resolution.pointee.isDenied(key) {
      warnOfDenied(bytes)
    }
    return key
  }

  /// Warns the author, once for each name, that a state key is always absent.
  private func warnOfDenied(_ name: UnsafeRawBufferPointer) {
    let name = String(decoding: name, as: UTF8.self)
    let text = "\(name) cannot be read: add it to reads in plugin.json"
    Array(text.utf8).withUnsafeBytes { outbox.log(.warning, $0) }
  }

  private func log(_ level: Int32, _ message: UnsafePointer<CChar>?, _ length: UInt32) {
    let level = LogFrame.Level(rawValue: UInt8(min(max(level, 0), 3))) ?? .info
    guard let message else { return }
    outbox.log(level, UnsafeRawBufferPointer(start: message, count: Int(length)))
  }

  static func get(
    _ request: OpaquePointer?, _ key: btn_key, _ out: UnsafeMutablePointer<btn_value>?
  ) -> btn_status {
    guard let out else { return BTN_E_INVALID }
    out.pointee = .null
    guard let request else { return BTN_E_INVALID }
    do {
      guard let value = try UnsafeMutablePointer<Resolution>(request).pointee.get(key) else {
        return BTN_UNSET
      }
      out.pointee = value
      return BTN_OK
    } catch { return error.status }
  }

  static func set(
    _ request: OpaquePointer?, _ key: btn_key, _ value: UnsafePointer<btn_value>?
  ) -> btn_status {
    guard let request, let value else { return BTN_E_INVALID }
    do {
      try UnsafeMutablePointer<Resolution>(request).pointee.set(key, value.pointee)
      return BTN_OK
    } catch { return error.status }
  }

  private static func fail(
    _ request: OpaquePointer?, _ status: btn_status, _ message: UnsafePointer<CChar>?,
    _ length: UInt32
  ) -> btn_status {
    let status = status < 0 ? status : BTN_E_INTERNAL
    guard let request else { return status }
    let text = UnsafeRawBufferPointer(start: message, count: message == nil ? 0 : Int(length))
    do {
      try UnsafeMutablePointer<Resolution>(request).pointee.fail(status, text)
      return status
    } catch { return status }
  }
}
