import CButtonPlugin
import CPlatform
import PluginChannel

extension Checks {
  /// Replaces the host's functions by those that do what was asked for.
  func replaceFunctions(of api: inout btn_host_api) {
    api.get = { request, key, out in Checks.get(request, key, out) }
    api.set = { request, key, value in Checks.set(request, key, value) }
    api.intern = { host, name, length in Checks.intern(host, name, length) }
    if has(.lacksExtensions) { api.get_extension = { _, _ in nil } }
  }

  /// Where the plugin is to find a table: with unreadable memory behind it, if that was asked for.
  static func placed<Table>(
    _ table: UnsafePointer<Table>, _ checks: Checks?
  ) -> UnsafePointer<Table> {
    guard let checks, checks.has(.endsTablesAtPages) else { return table }
    let size = MemoryLayout<Table>.size
    guard let place = csystem_place_at_page_end(table, size) else { return table }
    return UnsafePointer(place.assumingMemoryBound(to: Table.self))
  }

  private static func get(
    _ request: OpaquePointer?, _ key: btn_key, _ out: UnsafeMutablePointer<btn_value>?
  ) -> btn_status {
    guard let request, let out, let checks = checks(request) else {
      return PluginHostTable.get(request, key, out)
    }
    if checks.failsNextCall() {
      out.pointee = .null
      return BTN_E_INTERNAL
    }
    if checks.has(.knowsNoNames) {
      out.pointee = .null
      return BTN_E_UNKNOWN_KEY
    }
    let status = PluginHostTable.get(request, key, out)
    if status < 0 {
      checks.tell(.refusedRead, status, key: key, name: name(of: key, request))
    } else {
      let name = name(of: key, request)
      if out.pointee.type == BTN_T_NULL,
        ReadName.rest(of: name, after: ReadName.parameterPrefix) != nil
      {
        checks.tell(.absentParameter, status, key: key, name: name)
      }
      checks.lend(&out.pointee)
    }
    return status
  }

  private static func set(
    _ request: OpaquePointer?, _ key: btn_key, _ value: UnsafePointer<btn_value>?
  ) -> btn_status {
    guard let request, let value, let checks = checks(request) else {
      return PluginHostTable.set(request, key, value)
    }
    if checks.failsNextCall() { return BTN_E_INTERNAL }
    if checks.has(.knowsNoNames) { return BTN_E_UNKNOWN_KEY }
    let status = PluginHostTable.set(request, key, value)
    if status < 0 {
      checks.tell(
        .refusedSet, status, key: key, name: name(of: key, request), value: value.pointee)
    }
    return status
  }

  private static func intern(
    _ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: UInt32
  ) -> btn_key {
    guard let table = PluginHostTable.from(host) else { return 0 }
    let key = table.intern(name, length)
    if key == 0, let checks = table.checks, checks.isOnMainThread {
      let shown = min(Int(length), 160)
      checks.tell(
        .refusedName, BTN_E_INVALID, key: 0,
        name: UnsafeRawBufferPointer(start: name, count: name == nil ? 0 : shown))
    }
    return key
  }

  /// Nil on another thread: the host refuses the call itself.
  private static func checks(_ request: OpaquePointer) -> Checks? {
    guard let checks = UnsafeMutablePointer<Resolution>(request).pointee.checks,
      checks.isOnMainThread
    else { return nil }
    return checks
  }

  private static func name(
    of key: btn_key, _ request: OpaquePointer
  ) -> UnsafeRawBufferPointer {
    let resolution = UnsafeMutablePointer<Resolution>(request)
    guard key >= 1, Int(key) <= resolution.pointee.keys.count else {
      return UnsafeRawBufferPointer(start: nil, count: 0)
    }
    return resolution.pointee.keys.entries[Int(key) - 1].name
  }
}
