import CButtonPlugin

/// The host's table of `buttond.presstimer/1`.
enum PressTimerTable {
  /// Never freed: the plugin may keep it.
  static func make() -> UnsafePointer<btn_host_press_timer> {
    let table = UnsafeMutablePointer<btn_host_press_timer>.allocate(capacity: 1)
    table.initialize(
      to: btn_host_press_timer(
        size: UInt32(MemoryLayout<btn_host_press_timer>.size),
        set_timer: { request, time in PressTimerTable.setTimer(request, time) }))
    return UnsafePointer(table)
  }

  private static func setTimer(_ request: OpaquePointer?, _ time: Int32) -> btn_status {
    guard let request else { return BTN_E_INVALID }
    do {
      try UnsafeMutablePointer<Resolution>(request).pointee.setTimer(time)
      return BTN_OK
    } catch { return error.status }
  }
}
