import CButtonPlugin
import PluginChannel

/// The two tables of `buttond.gesture/1`: the one that plugins get, and the one that they provide.
enum GestureTable {
  typealias EventFunction =
    @convention(c) (
      UnsafeMutableRawPointer?, btn_key, OpaquePointer?, UnsafePointer<btn_pointer_event>?,
      UnsafeMutablePointer<UInt8>?
    ) -> btn_status

  /// Never freed: the plugin may keep it.
  static func make() -> UnsafePointer<btn_host_gesture> {
    let table = UnsafeMutablePointer<btn_host_gesture>.allocate(capacity: 1)
    table.initialize(
      to: btn_host_gesture(
        size: UInt32(MemoryLayout<btn_host_gesture>.size),
        trigger: { request in GestureTable.trigger(request) },
        set_pressed: { request, isPressed in GestureTable.setPressed(request, isPressed) }))
    return UnsafePointer(table)
  }

  /// A created plugin's function for events; nil if it has none.
  static func event(
    of plugin: UnsafePointer<btn_plugin>, _ instance: UnsafeMutableRawPointer?
  ) throws(WorkerFailure) -> EventFunction? {
    let table = try PluginExtension.table(
      btn_plugin_gesture.self, BTN_EXT_GESTURE, of: plugin, instance)
    guard let table else { return nil }
    guard let event = table.pointee.event else {
      throw PluginExtension.lacks("event", BTN_EXT_GESTURE)
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
