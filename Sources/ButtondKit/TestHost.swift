import CButtonPlugin

/// The host's functions for one button in a unit test.
final class TestHost {
  private let api: UnsafeMutablePointer<btn_host_api>
  private let gestures: UnsafeMutablePointer<btn_host_gesture>
  private let pressTimers: UnsafeMutablePointer<btn_host_press_timer>
  private let timers: UnsafeMutablePointer<btn_host_timer>
  private var keys: [String: btn_key] = [:]
  private var names: [String] = []
  /// Texts that were handed out.
  private var texts: [UnsafeMutablePointer<CChar>] = []
  private weak var button: TestButton?
  /// The plugin that offers what is tested.
  private var instance: PluginInstance?
  /// What presses remember, by pointer.
  private var scratches: [UInt32: UnsafeMutableRawPointer] = [:]
  /// The reason that the plugin gave for giving the button up.
  private var failure = ""

  /// One table for all: the functions find the plugin by their first argument.
  nonisolated(unsafe) private static let plugin = PluginInstance.newTable(definition())

  init() {
    api = .allocate(capacity: 1)
    gestures = .allocate(capacity: 1)
    pressTimers = .allocate(capacity: 1)
    timers = .allocate(capacity: 1)
    let host = OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
    api.initialize(
      to: btn_host_api(
        size: UInt32(MemoryLayout<btn_host_api>.size), abi_major: BTN_ABI_MAJOR,
        abi_minor: BTN_USE_ABI_MINOR, schema: .max, host: host,
        intern: { TestHost.of($0)?.intern($1, $2) ?? 0 },
        get_extension: { TestHost.of($0)?.extensionTable($1) },
        log: { TestHost.of($0)?.log($2, $3) },
        request_update: { host, _ in TestHost.of(host)?.button?.updateRequests += 1 },
        get: { TestHost.of($0)?.get($1, $2) ?? BTN_E_STATE },
        set: { TestHost.of($0)?.set($1, $2) ?? BTN_E_STATE },
        fail: { request, status, message, length in
          TestHost.of(request)?.failure = TestHost.text(message, length)
          return status
        }))
    gestures.initialize(
      to: btn_host_gesture(
        size: UInt32(MemoryLayout<btn_host_gesture>.size),
        trigger: { request in
          TestHost.of(request)?.button?.triggers += 1
          return BTN_OK
        },
        set_pressed: { request, isPressed in
          TestHost.of(request)?.button?.isPressed = isPressed != 0
          return BTN_OK
        }))
    pressTimers.initialize(
      to: btn_host_press_timer(
        size: UInt32(MemoryLayout<btn_host_press_timer>.size),
        set_timer: { request, time in
          guard time == 0 || (BTN_PRESS_TIMER_MIN...BTN_PRESS_TIMER_MAX).contains(time) else {
            return BTN_E_RANGE
          }
          TestHost.of(request)?.button?.pressTimer = time == 0 ? nil : Int(time)
          return BTN_OK
        }))
    timers.initialize(
      to: btn_host_timer(
        size: UInt32(MemoryLayout<btn_host_timer>.size),
        update_at: { request, time in
          TestHost.of(request)?.button?.nextUpdate = Int(time)
          return BTN_OK
        }))
  }

  deinit {
    instance = nil
    for text in texts { text.deallocate() }
    for scratch in scratches.values { scratch.deallocate() }
    api.deallocate()
    gestures.deallocate()
    pressTimers.deallocate()
    timers.deallocate()
  }

  /// What a plugin offers that has one style, or one handler.
  private static func definition(
    style: (any ButtonStyle)? = nil, handler: (any UpdateHandler)? = nil
  ) -> PluginDefinition {
    PluginDefinition(
      id: "org.example.test", version: "1", warmUp: { (_: borrowing Startup) in },
      entries: {
        (style.map { ["test": $0] } ?? [:], handler.map { ["test": $0] } ?? [:])
      })
  }

  /// The plugin with what is tested.
  private func load(
    _ button: TestButton, style: (any ButtonStyle)? = nil, handler: (any UpdateHandler)? = nil
  ) -> PluginInstance {
    self.button = button
    let instance = PluginInstance(
      UnsafePointer(api), TestHost.definition(style: style, handler: handler))
    self.instance = instance
    return instance
  }

  /// A call for a button, which must outlive it.
  func call(for button: TestButton) -> PluginCall {
    PluginCall(instance: instance ?? load(button), request: request)
  }

  /// Has a style make a button's look, by the function that a daemon calls.
  func update(_ button: TestButton, style: any ButtonStyle) throws {
    try resolve(load(button, style: style), "style.test")
  }

  /// The same for a handler.
  func update(_ button: TestButton, handler: any UpdateHandler) throws {
    try resolve(load(button, handler: handler), "handler.test")
  }

  private func resolve(_ instance: PluginInstance, _ entry: String) throws {
    let status = TestHost.plugin.pointee.resolve(
      Unmanaged.passUnretained(instance).toOpaque(), key(entry), request)
    if status < 0 { throw StyleFailure(failure) }
  }

  /// Has a style take a pointer's event, by the function that a daemon calls.
  func send(
    _ event: PointerEvent, to style: any PrimitiveButtonStyle, of button: TestButton
  ) throws {
    defer {
      if event.phase == .ended || event.phase == .cancelled {
        button.isPressed = false
        button.pressTimer = nil
      }
    }
    try send(event.raw(isPressed: button.isPressed), to: style, of: button)
  }

  /// The same for the timer of a press.
  func fireTimer(
    of style: any PrimitiveButtonStyle, _ pointer: UInt32, of button: TestButton
  ) throws {
    var raw = PointerEvent(.moved, pointer: pointer).raw(isPressed: button.isPressed)
    raw.phase = BTN_POINTER_TIMER
    try send(raw, to: style, of: button)
  }

  private func send(
    _ event: btn_pointer_event, to style: any PrimitiveButtonStyle, of button: TestButton
  ) throws {
    if let refusal = PluginInstance.refusal(of: style, named: "test") {
      throw StyleFailure(refusal)
    }
    let instance = load(button, style: style)
    let size = Int(BTN_SCRATCH_BYTES)
    let scratch =
      scratches[event.pointer] ?? .allocate(byteCount: size, alignment: 16)
    scratches[event.pointer] = scratch
    if event.phase == BTN_POINTER_BEGAN {
      scratch.initializeMemory(as: UInt8.self, repeating: 0, count: size)
    }
    var raw = event
    let status = PluginInstance.gestureTable.pointee.event(
      Unmanaged.passUnretained(instance).toOpaque(), key("style.test"), request, &raw,
      scratch.assumingMemoryBound(to: UInt8.self))
    if status < 0 { throw StyleFailure(failure) }
  }

  /// What stands for a call: this object.
  private var request: OpaquePointer {
    OpaquePointer(Unmanaged.passUnretained(self).toOpaque())
  }

  private func key(_ name: String) -> btn_key {
    name.withCString { intern($0, UInt32(name.utf8.count)) }
  }

  /// Host and request are both this object.
  private static func of(_ pointer: OpaquePointer?) -> TestHost? {
    pointer.map { Unmanaged<TestHost>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
  }

  private func intern(_ name: UnsafePointer<CChar>?, _ length: UInt32) -> btn_key {
    let text = TestHost.text(name, length)
    if let key = keys[text] { return key }
    names.append(text)
    keys[text] = btn_key(names.count)
    return btn_key(names.count)
  }

  private func extensionTable(_ name: UnsafePointer<CChar>?) -> UnsafeRawPointer? {
    switch name.map({ String(cString: $0) }) {
    case BTN_EXT_GESTURE: UnsafeRawPointer(gestures)
    case BTN_EXT_PRESS_TIMER: UnsafeRawPointer(pressTimers)
    case BTN_EXT_TIMER: UnsafeRawPointer(timers)
    default: nil
    }
  }

  private func log(_ message: UnsafePointer<CChar>?, _ length: UInt32) {
    button?.log.append(TestHost.text(message, length))
  }

  private func get(_ key: btn_key, _ out: UnsafeMutablePointer<btn_value>?) -> btn_status {
    guard let button, let out, key > 0, key <= names.count else { return BTN_E_INVALID }
    out.pointee = btn_value()
    guard let value = button.value(of: names[Int(key) - 1]) else { return BTN_UNSET }
    value.withCValue { out.pointee = $0.pointee }
    switch value {
    case .string(let text), .json(let text):
      let bytes = text.utf8CString
      let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
      for (index, byte) in bytes.enumerated() { copy[index] = byte }
      texts.append(copy)
      out.pointee.as.s = UnsafePointer(copy)
    case .null, .bool, .int, .float, .rgba: break
    }
    return BTN_OK
  }

  private func set(_ key: btn_key, _ value: UnsafePointer<btn_value>?) -> btn_status {
    guard let button, let value, key > 0, key <= names.count else { return BTN_E_INVALID }
    button.properties[names[Int(key) - 1]] = Value(value.pointee)
    return BTN_OK
  }

  private static func text(_ start: UnsafePointer<CChar>?, _ length: UInt32) -> String {
    guard let start else { return "" }
    return String(
      decoding: UnsafeRawBufferPointer(start: start, count: Int(length)), as: UTF8.self)
  }
}
