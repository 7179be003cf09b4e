import CButtonPlugin

/// The host's table of `buttond.resources/1`.
enum ResourceTable {
  /// Never freed: the plugin may keep it.
  static func make() -> UnsafePointer<btn_host_resources> {
    let table = UnsafeMutablePointer<btn_host_resources>.allocate(capacity: 1)
    table.initialize(
      to: btn_host_resources(
        size: UInt32(MemoryLayout<btn_host_resources>.size),
        read: { host, name, length, bytes, count in
          ResourceTable.read(host, name, length, bytes, count)
        }))
    return UnsafePointer(table)
  }

  private static func read(
    _ host: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ length: UInt32,
    _ bytes: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ count: UnsafeMutablePointer<UInt64>?
  ) -> btn_status {
    bytes?.pointee = nil
    count?.pointee = 0
    guard let host = PluginHostTable.from(host), let name, let bytes, let count else {
      return BTN_E_INVALID
    }
    do {
      let name = UnsafeRawBufferPointer(start: name, count: Int(length))
      guard let contents = try host.resources.read(name) else { return BTN_UNSET }
      bytes.pointee = contents.baseAddress?.assumingMemoryBound(to: UInt8.self)
      count.pointee = UInt64(contents.count)
      return BTN_OK
    } catch { return error.status }
  }
}
