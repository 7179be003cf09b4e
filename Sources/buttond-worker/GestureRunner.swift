import ButtonModel
import CButtonPlugin
import PluginChannel

/// Passes a pointer's event to the primitive style of one button.
struct GestureRunner: ~Copyable {
  private let plugin: Plugin
  private let resolution: UnsafeMutablePointer<Resolution>
  private let page: StatusPageWriter
  private let scratch: UnsafeMutableRawBufferPointer
  private var decoder = BatchDecoder()

  init(plugin: Plugin, resolution: UnsafeMutablePointer<Resolution>, page: StatusPageWriter) {
    self.plugin = plugin
    self.resolution = resolution
    self.page = page
    scratch = .allocate(byteCount: GestureScratch.byteCount, alignment: 16)
  }

  deinit { scratch.deallocate() }

  mutating func run(sequence: UInt32, payload: UnsafeRawBufferPointer) throws(MalformedFrame)
    -> GestureAnswer
  {
    page.begin(sequence: sequence)
    let gesture = try GestureFrame(payload: payload)
    try decoder.begin(gesture.batch)
    resolution.pointee.beginGesture(decoder.header)
    while let key = try decoder.nextKey() { try resolution.pointee.apply(key) }
    guard let item = try decoder.nextItem(), item.handle == gesture.handle,
      let style = plugin.entries(of: item)?.style
    else { throw MalformedFrame("gesture without its button", at: 0) }
    resolution.pointee.beginItem(item, decoder)
    guard try decoder.nextItem() == nil else {
      throw MalformedFrame("gesture for more than one button", at: 0)
    }
    page.item(0)
    resolution.pointee.checks?.begin(item: 0)
    return handle(gesture, style, decoder.itemTraits(item.traitMask.trailingZeroBitCount))
  }

  private func handle(
    _ gesture: GestureFrame, _ style: btn_key, _ traits: BatchTraits
  ) -> GestureAnswer {
    scratch.storeBytes(of: gesture.scratch.bytes, as: SIMD64<UInt8>.self)
    resolution.pointee.beginEvent(gesture.event, traits)
    if plugin.takesGestures {
      var event = btn_pointer_event(gesture.event)
      let memory = scratch.assumingMemoryBound(to: UInt8.self)
      if let start = memory.baseAddress {
        _ = resolution.pointee.returned(
          plugin.handle(&event, style, scratch: start, resolution))
      }
    } else {
      resolution.pointee.giveUp(
        BTN_E_STATE, UTF8String("the style is primitive and the plugin lacks \(BTN_EXT_GESTURE)"))
    }
    let left = GestureScratch(scratch.loadUnaligned(as: SIMD64<UInt8>.self))
    return resolution.pointee.endEvent(scratch: left)
  }
}

extension btn_pointer_event {
  fileprivate init(_ event: GestureEvent) {
    var flags: UInt32 = 0
    if event.isInside { flags |= BTN_POINTER_IS_INSIDE }
    if event.location != nil { flags |= BTN_POINTER_HAS_LOCATION }
    if event.isPressed { flags |= BTN_POINTER_IS_PRESSED }
    self.init(
      size: UInt32(MemoryLayout<btn_pointer_event>.size), phase: UInt32(event.phase.rawValue),
      flags: flags, pointer: event.pointer, x: event.location?.x ?? 0,
      y: event.location?.y ?? 0, width: event.width, height: event.height)
  }
}
