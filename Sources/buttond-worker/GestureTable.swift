import ButtonProtocol
import CButtonPlugin

/// The two tables of `buttond.gesture/1`: the one that plugins get, and the one that they give.
enum GestureTable {
  /// A plugin's function for events.
  typealias EventFunction =
    @convention(c) (
      UnsafeMutableRawPointer?, btn_key, OpaquePointer?, UnsafePointer<btn_pointer_event>?,
      UnsafeMutablePointer<UInt8>?
    ) -> btn_status

  /// The host's table, in memory that is never freed: the plugin may keep it.
  static func make() -> UnsafePointer<btn_host_gesture> {
    let table = UnsafeMutablePointer<btn_host_gesture>.allocate(capacity: 1)
    table.initialize(
      to: btn_host_gesture(
        size: UInt32(MemoryLayout<btn_host_gesture>.size),
        trigger: { request in GestureTable.trigger(request) },
        set_pressed: { request, isPressed in GestureTable.setPressed(request, isPressed) }))
    return UnsafePointer(table)
  }

  /// A plugin's function for events, nil when it has none; the plugin has been created.
  static func event(
    of plugin: UnsafePointer<btn_plugin>, _ instance: UnsafeMutableRawPointer?
  ) throws(WorkerFailure) -> EventFunction? {
    guard let address = plugin.pointee.get_extension?(instance, BTN_EXT_GESTURE) else {
      return nil
    }
    let table = address.assumingMemoryBound(to: btn_plugin_gesture.self)
    let needed = MemoryLayout<btn_plugin_gesture>.size
    let size = address.load(as: UInt32.self)
    guard size >= needed, let event = table.pointee.event else {
      throw WorkerFailure(
        code: .abiRefused,
        message: """
          the plugin's table for \(BTN_EXT_GESTURE) has \(size) bytes, \(needed) are needed, and \
          event
          """)
    }
    return event
  }

  private static func trigger(_ request: OpaquePointer?) -> btn_status {
    guard let request else { return BTN_E_INVALID }
    do {
      try UnsafeMutablePointer<Resolution>(request).pointee.trigger()
      return BTN_OK
    } catch { return error.status }
  }

  private static func setPressed(_ request: OpaquePointer?, _ isPressed: Int32) -> btn_status {
    guard let request else { return BTN_E_INVALID }
    guard isPressed == 0 || isPressed == 1 else { return BTN_E_RANGE }
    do {
      try UnsafeMutablePointer<Resolution>(request).pointee.setPressed(isPressed == 1)
      return BTN_OK
    } catch { return error.status }
  }
}
