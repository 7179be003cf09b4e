import CButtonPlugin

/// One call of `resolve`: reads and sets on behalf of the context and the look.
///
/// The host's errors that are mistakes of the plugin's are remembered; the first one becomes the
/// reason for which the button is given up.
final class PluginCall {
  /// A refusal by the host and what was asked; without a description the host has its own words.
  struct Mistake {
    let status: btn_status
    let description: String
  }

  private let instance: PluginInstance
  private let request: OpaquePointer
  /// The first refusal of this call.
  private(set) var mistake: Mistake?

  init(instance: PluginInstance, request: OpaquePointer) {
    self.instance = instance
    self.request = request
  }

  /// The host.
  var host: Host { instance.host }

  /// Reads by a name that is part of the program.
  func read(_ name: StaticString, _ group: NameGroup = .whole) -> Value? {
    read(instance.key(name, group), { group.prefix + name.description })
  }

  /// Reads by a name made at run time.
  func read(_ name: String) -> Value? {
    read(host.intern(name), { name })
  }

  /// Sets a property by its name; `dropping` leaves out that many bytes of it.
  func set(_ name: StaticString, dropping prefix: Int = 0, _ value: Value) {
    set(instance.key(name, .whole, dropping: prefix), value) {
      String(name.description.dropFirst(prefix))
    }
  }

  /// Sets a property by a name made at run time.
  func set(_ name: String, _ value: Value) {
    set(host.intern(name), value, { name })
  }

  /// Has the button resolved again at a time.
  func updateAt(_ milliseconds: Int) {
    // An older host draws without it.
    guard let timers = instance.timers else { return }
    note(timers.pointee.update_at(request, Int64(milliseconds))) { "the time of the next update" }
  }

  /// Runs the button's action; in a gesture's event.
  func trigger() {
    note(instance.gestures?.pointee.trigger(request) ?? BTN_E_STATE) { "trigger" }
  }

  /// Shows the press, or no longer; in a gesture's event.
  func setPressed(_ isPressed: Bool) {
    note(instance.gestures?.pointee.set_pressed(request, isPressed ? 1 : 0) ?? BTN_E_STATE) {
      "isPressed"
    }
  }

  /// Sets the press's timer, or takes it away with 0; in a gesture's event.
  func setTimer(_ milliseconds: Int) {
    let time = Int32(clamping: milliseconds)
    note(instance.pressTimers?.pointee.set_timer(request, time) ?? BTN_E_STATE) {
      "the timer of the press"
    }
  }

  /// Gives the button up with a reason.
  func fail(_ status: btn_status, _ reason: String) -> btn_status {
    host.fail(request, status, reason)
  }

  /// Whether the display is dark.
  var isDark: Bool { read("env.userInterfaceStyle").flatMap { String($0) } == "dark" }

  /// Remembers that a text was to be computed with that names no colour.
  func noteUnknown(color text: String) {
    if mistake != nil { return }
    mistake = Mistake(status: BTN_E_INVALID, description: "'\(text)' is not a colour")
  }

  private func read(_ key: btn_key, _ name: () -> String) -> Value? {
    var value = btn_value()
    let status = host.get(request, key, &value)
    note(status, name)
    return status == BTN_OK ? Value(value) : nil
  }

  private func set(_ key: btn_key, _ value: Value, _ name: () -> String) {
    let status = value.withCValue { host.set(request, key, $0) }
    // Of a value that it does not take the host says what it takes.
    let isWorded = [BTN_E_TYPE, BTN_E_RANGE, BTN_E_INVALID].contains(status) && key != 0
    note(status) { isWorded ? nil : name() }
  }

  /// Remembers a mistake; a name that this host does not know is not a mistake.
  private func note(_ status: btn_status, _ name: () -> String?) {
    guard status < 0, status != BTN_E_UNKNOWN_KEY, mistake == nil else { return }
    let reason =
      switch status {
      case BTN_E_TYPE: "takes another type"
      case BTN_E_RANGE: "is out of range"
      case BTN_E_LIMIT: "is over a limit of the host"
      case BTN_E_DENIED: "is outside the manifest's reads"
      case BTN_E_STATE: "cannot be used here"
      default: "was refused with status \(status)"
      }
    mistake = Mistake(status: status, description: name().map { "\($0) \(reason)" } ?? "")
  }
}
