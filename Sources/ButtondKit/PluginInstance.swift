import CButtonPlugin

/// What a `StylePlugin` says of itself, free of its type.
struct PluginDefinition {
  let id: String
  let version: String
  let warmUp: (borrowing Startup) throws -> Void
  let entries: () -> (styles: [String: any ButtonStyle], handlers: [String: any UpdateHandler])
}

/// A created plugin: the host's table, the entries by their keys, and the names interned so far.
///
/// Used on the host's main thread only.
final class PluginInstance {
  /// Set by the entry function, on the main thread, before the host calls anything else.
  nonisolated(unsafe) private static var definition: PluginDefinition?

  /// The host's functions.
  let host: Host
  /// The host's functions for gestures, nil in one that has no gestures.
  let gestures: UnsafePointer<btn_host_gesture>?
  /// The host's functions for the timers of presses, nil in one that has none.
  let pressTimers: UnsafePointer<btn_host_press_timer>?
  /// The host's functions for timers, nil in one that has none.
  let timers: UnsafePointer<btn_host_timer>?
  /// What the plugin does before its first button.
  let warmUp: (borrowing Startup) throws -> Void
  private var styles: [btn_key: any ButtonStyle] = [:]
  private var handlers: [btn_key: any UpdateHandler] = [:]
  private var literalKeys = LiteralKeys()

  init(_ api: UnsafePointer<btn_host_api>, _ definition: PluginDefinition) {
    host = Host(api)
    gestures = host.extensionTable(BTN_EXT_GESTURE)
    pressTimers = host.extensionTable(BTN_EXT_PRESS_TIMER)
    timers = host.extensionTable(BTN_EXT_TIMER)
    warmUp = definition.warmUp
    let entries = definition.entries()
    for (name, style) in entries.styles { styles[host.intern("style." + name)] = style }
    for (name, handler) in entries.handlers {
      handlers[host.intern("handler." + name)] = handler
    }
  }

  /// The table of a plugin, which lives until the process ends.
  static func table(_ definition: PluginDefinition) -> UnsafePointer<btn_plugin> {
    self.definition = definition
    return newTable(definition)
  }

  /// A table that is never freed.
  static func newTable(_ definition: PluginDefinition) -> UnsafePointer<btn_plugin> {
    let table = UnsafeMutablePointer<btn_plugin>.allocate(capacity: 1)
    table.initialize(
      to: btn_plugin(
        size: UInt32(MemoryLayout<btn_plugin>.size), abi_major: BTN_ABI_MAJOR,
        abi_minor: BTN_USE_ABI_MINOR, flags: 0, id: cString(definition.id),
        version: cString(definition.version),
        create: { api, instance in PluginInstance.create(api, instance) },
        destroy: { instance in PluginInstance.destroy(instance) },
        resolve: { instance, entry, request in
          PluginInstance.resolve(instance, entry, request)
        },
        get_extension: { instance, id in PluginInstance.pluginExtension(instance, id) }))
    return UnsafePointer(table)
  }

  /// Whether one of the styles owns its gesture.
  var hasPrimitiveStyles: Bool { styles.values.contains { $0 is any PrimitiveButtonStyle } }

  /// A style that owns its gesture, by its entry.
  func primitiveStyle(_ entry: btn_key) -> (any PrimitiveButtonStyle)? {
    styles[entry] as? any PrimitiveButtonStyle
  }

  /// Runs a call, and makes what it threw or did wrong the reason for which the button is given up.
  func finish(_ call: PluginCall, _ body: (PluginCall) throws -> Void) -> btn_status {
    do { try body(call) } catch { return call.fail(BTN_E_INVALID, "\(error)") }
    guard let mistake = call.mistake else { return BTN_OK }
    return call.fail(mistake.status, mistake.description)
  }

  /// The key of a name that is part of the program, without its first `prefix` bytes.
  func key(_ name: StaticString, _ group: NameGroup, dropping prefix: Int = 0) -> btn_key {
    let start = name.utf8Start + prefix
    if let key = literalKeys[start, group] { return key }
    let text = UnsafeBufferPointer(start: start, count: name.utf8CodeUnitCount - prefix)
    let key = host.intern(group.prefix + String(decoding: text, as: UTF8.self))
    literalKeys.set(key, start, group)
    return key
  }

  private static func create(
    _ api: UnsafePointer<btn_host_api>?,
    _ instance: UnsafeMutablePointer<UnsafeMutableRawPointer?>?
  ) -> btn_status {
    guard let api, let instance, let definition else { return BTN_E_INVALID }
    for (name, style) in definition.entries().styles {
      guard let style = style as? any PrimitiveButtonStyle,
        let refusal = PluginInstance.refusal(of: style, named: name)
      else { continue }
      Host(api).log(refusal, level: .error)
      return BTN_E_LIMIT
    }
    instance.pointee =
      Unmanaged.passRetained(PluginInstance(api, definition))
      .toOpaque()
    return BTN_OK
  }

  private static func destroy(_ instance: UnsafeMutableRawPointer?) {
    guard let instance else { return }
    Unmanaged<PluginInstance>.fromOpaque(instance).release()
  }

  private static func resolve(
    _ instance: UnsafeMutableRawPointer?, _ entry: btn_key, _ request: OpaquePointer?
  ) -> btn_status {
    guard let instance, let request else { return BTN_E_INVALID }
    return Unmanaged<PluginInstance>.fromOpaque(instance).takeUnretainedValue()
      .resolve(entry, request)
  }

  private func resolve(_ entry: btn_key, _ request: OpaquePointer) -> btn_status {
    let call = PluginCall(instance: self, request: request)
    if let style = styles[entry] {
      return finish(call) { try style.update(Look(call: $0), in: Context(call: $0)) }
    }
    if let handler = handlers[entry] {
      return finish(call) { try handler.update(Look(call: $0), in: Context(call: $0)) }
    }
    return call.fail(BTN_E_UNKNOWN_KEY, "the plugin has no such style or handler")
  }

  /// A NUL-terminated copy that lives until the process ends.
  private static func cString(_ text: String) -> UnsafePointer<CChar> {
    let bytes = text.utf8CString
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
    bytes.withUnsafeBufferPointer { source in
      guard let start = source.baseAddress else { return }
      copy.initialize(from: start, count: source.count)
    }
    return UnsafePointer(copy)
  }
}
