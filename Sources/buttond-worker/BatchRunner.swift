import CButtonPlugin
import PluginChannel

/// Takes a batch through the plugin, button by button and trait set by trait set.
struct BatchRunner: ~Copyable {
  let plugin: Plugin

  private let resolution: UnsafeMutablePointer<Resolution>
  private let page: StatusPageWriter
  private var decoder = BatchDecoder()

  init(plugin: Plugin, resolution: UnsafeMutablePointer<Resolution>, page: StatusPageWriter) {
    self.plugin = plugin
    self.resolution = resolution
    self.page = page
  }

  /// The answer's frame is valid until the next batch.
  mutating func run(sequence: UInt32, payload: UnsafeRawBufferPointer) throws(MalformedFrame)
    -> UnsafeRawBufferPointer
  {
    page.begin(sequence: sequence)
    try decoder.begin(payload)
    resolution.pointee.begin(sequence: sequence, decoder.header)
    while let key = try decoder.nextKey() { try resolution.pointee.apply(key) }
    var index = 0
    var time = MonotonicClock.now
    while let item = try decoder.nextItem() {
      guard let entries = plugin.entries(of: item) else {
        throw MalformedFrame("style or handler that the manifest lacks", at: 0)
      }
      page.item(index)
      resolution.pointee.checks?.begin(item: index)
      resolution.pointee.timers.remove(item.handle)
      resolution.pointee.beginItem(item, decoder)
      resolve(item, entries.style, entries.handler)
      let now = MonotonicClock.now
      resolution.pointee.endItem(microseconds: UInt32(clamping: (now &- time) / 1_000))
      time = now
      index += 1
    }
    return resolution.pointee.end()
  }

  /// Runs a button's passes: one, or one for each trait set if a trait is read.
  private func resolve(_ item: BatchItem, _ style: btn_key?, _ handler: btn_key?) {
    var mask = item.traitMask
    repeat {
      resolution.pointee.beginPass(decoder.itemTraits(mask.trailingZeroBitCount))
      mask &= mask &- 1
      var goesOn = true
      if let style {
        goesOn = resolution.pointee.returned(plugin.resolve(style, resolution))
      }
      if goesOn, let handler {
        _ = resolution.pointee.returned(plugin.resolve(handler, resolution))
      }
      guard resolution.pointee.endPass() else { return }
    } while mask != 0 && resolution.pointee.readsTraits
  }
}
