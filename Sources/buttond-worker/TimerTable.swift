import CButtonPlugin

/// The host's table of `buttond.timer/1`.
enum TimerTable {
  /// Never freed: the plugin may keep it.
  static func make() -> UnsafePointer<btn_host_timer> {
    let table = UnsafeMutablePointer<btn_host_timer>.allocate(capacity: 1)
    table.initialize(
      to: btn_host_timer(
        size: UInt32(MemoryLayout<btn_host_timer>.size),
        update_at: { request, time in TimerTable.updateAt(request, time) }))
    return UnsafePointer(table)
  }

  private static func updateAt(_ request: OpaquePointer?, _ time: Int64) -> btn_status {
    guard let request else { return BTN_E_INVALID }
    do {
      try UnsafeMutablePointer<Resolution>(request).pointee.updateAt(time)
      return BTN_OK
    } catch { return error.status }
  }
}
