import CButtonPlugin
import Glibc

/// The tables that plugins get for this worker's extensions.
struct HostExtensions {
  private let gesture: UnsafePointer<btn_host_gesture>
  private let pressTimer: UnsafePointer<btn_host_press_timer>
  private let resources: UnsafePointer<btn_host_resources>
  /// Nil on a system that cannot wake the worker at a time.
  private let timer: UnsafePointer<btn_host_timer>?

  init(hasTimer: Bool, _ checks: Checks? = nil) {
    gesture = Checks.placed(GestureTable.make(), checks)
    pressTimer = Checks.placed(PressTimerTable.make(), checks)
    resources = Checks.placed(ResourceTable.make(), checks)
    timer = hasTimer ? Checks.placed(TimerTable.make(), checks) : nil
  }

  /// Nil if this worker lacks the extension.
  func table(_ id: UnsafePointer<CChar>) -> UnsafeRawPointer? {
    if strcmp(id, BTN_EXT_GESTURE) == 0 { return UnsafeRawPointer(gesture) }
    if strcmp(id, BTN_EXT_PRESS_TIMER) == 0 { return UnsafeRawPointer(pressTimer) }
    if strcmp(id, BTN_EXT_TIMER) == 0 { return timer.map { UnsafeRawPointer($0) } }
    if strcmp(id, BTN_EXT_RESOURCES) == 0 { return UnsafeRawPointer(resources) }
    return nil
  }
}
