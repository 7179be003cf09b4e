import CButtonPlugin

/// The host's functions for one button in a unit test.
final class TestHost {
  private let api: UnsafeMutablePointer<btn_host_api>
  private let gestures: UnsafeMutablePointer<btn_host_gesture>
  private let timers: UnsafeMutablePointer<btn_host_timer>
  private var keys: [String: btn_key] = [:]
  private var names: [String] = []
  /// Texts that were handed out.
  private var texts: [UnsafeMutablePointer<CChar>] = []
  private weak var button: TestButton?
  private var instance: PluginInstance?

  init() {
    api = .allocate(capacity: 1)
    gestures = .allocate(capacity: 1)
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
        fail: { _, status, _, _ in status }))
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
    api.deallocate()
    gestures.deallocate()
    timers.deallocate()
  }

  /// A call for a button, which must outlive it.
  func call(for button: TestButton) -> PluginCall {
    self.button = button
    let instance = self.instance ?? PluginInstance(testing: UnsafePointer(api))
    self.instance = instance
    return PluginCall(
      instance: instance, request: OpaquePointer(Unmanaged.passUnretained(self).toOpaque()))
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

extension PluginInstance {
  /// An instance of no plugin, for unit tests.
  convenience init(testing api: UnsafePointer<btn_host_api>) {
    self.init(
      api,
      PluginDefinition(
        id: "", version: "", warmUp: { (_: borrowing Startup) in }, entries: { ([:], [:]) }))
  }
}
