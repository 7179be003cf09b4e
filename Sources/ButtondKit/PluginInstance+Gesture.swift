import CButtonPlugin

/// The plugin's half of `buttond.gesture/1`.
extension PluginInstance {
  /// The one table of the process.
  nonisolated(unsafe) static let gestureTable: UnsafePointer<btn_plugin_gesture> = {
    let table = UnsafeMutablePointer<btn_plugin_gesture>.allocate(capacity: 1)
    table.initialize(
      to: btn_plugin_gesture(
        size: UInt32(MemoryLayout<btn_plugin_gesture>.size),
        event: { instance, entry, request, event, scratch in
          PluginInstance.handle(instance, entry, request, event, scratch)
        }))
    return UnsafePointer(table)
  }()

  /// Why a primitive style cannot be used, nil when it can.
  static func refusal<Style: PrimitiveButtonStyle>(
    of style: Style, named name: String
  ) -> String? {
    let layout = MemoryLayout<Style.Scratch>.self
    guard layout.size > BTN_SCRATCH_BYTES || layout.alignment > 16 else { return nil }
    return
      "the scratch of style \(name) has \(layout.size) bytes, \(BTN_SCRATCH_BYTES) are the most"
  }

  private static func handle(
    _ instance: UnsafeMutableRawPointer?, _ entry: btn_key, _ request: OpaquePointer?,
    _ event: UnsafePointer<btn_pointer_event>?, _ scratch: UnsafeMutablePointer<UInt8>?
  ) -> btn_status {
    guard let instance, let request, let event, let scratch,
      event.pointee.size >= MemoryLayout<btn_pointer_event>.size
    else { return BTN_E_INVALID }
    return Unmanaged<PluginInstance>.fromOpaque(instance).takeUnretainedValue()
      .handle(entry, request, event.pointee, scratch)
  }

  private func handle(
    _ entry: btn_key, _ request: OpaquePointer, _ event: btn_pointer_event,
    _ scratch: UnsafeMutablePointer<UInt8>
  ) -> btn_status {
    let call = PluginCall(instance: self, request: request)
    guard let style = primitiveStyle(entry) else {
      return call.fail(BTN_E_UNKNOWN_KEY, "the style is not a PrimitiveButtonStyle")
    }
    let pointer = PointerEvent(event)
    guard pointer != nil || event.phase == BTN_POINTER_TIMER else { return BTN_OK }
    let isPressed = event.flags & BTN_POINTER_IS_PRESSED != 0
    return finish(call) { call in
      try PluginInstance.run(style, pointer, isPressed, call, UnsafeMutableRawPointer(scratch))
    }
  }

  /// Runs the style on an event of the pointer's, or of the timer's where there is none.
  private static func run<Style: PrimitiveButtonStyle>(
    _ style: Style, _ event: PointerEvent?, _ isPressed: Bool, _ call: PluginCall,
    _ memory: UnsafeMutableRawPointer
  ) throws {
    var press = Press(
      call: call, isPressed: isPressed,
      scratch: event?.phase == .began ? Style.Scratch() : memory.load(as: Style.Scratch.self))
    if let event {
      try style.gesture(event, &press, in: Context(call: call))
    } else {
      try style.timerFired(&press, in: Context(call: call))
    }
    memory.storeBytes(of: press.scratch, as: Style.Scratch.self)
  }
}
