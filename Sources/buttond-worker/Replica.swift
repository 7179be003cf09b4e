import ButtonModel
import CButtonPlugin
import PluginChannel

/// The worker's copy of the state that its plugin may read, in the form in which the plugin gets
/// it.
struct Replica: ~Copyable {
  /// One key; the replica owns `text`.
  struct Slot {
    /// What `get` returns; `BTN_T_NULL` while absent.
    var value = btn_value()
    /// What `get` returns on other displays: a theme's colour with members for them.
    var otherColors: OtherColors?
    /// A token of the theme, where JSON means a colour.
    fileprivate let isTheme: Bool
    var isPresent = false
    /// Nil unless the daemon has announced the key.
    var keyID: UInt32?
    fileprivate let name: UTF8String
    /// The plugin keeps the slot's index.
    fileprivate var isInterned = false
    fileprivate var text: UnsafeMutableRawBufferPointer?

    fileprivate init(_ name: UTF8String) {
      self.name = name
      isTheme = name.bytes.withUnsafeBytes { ReadName.themePath($0) != nil }
    }
  }

  /// 0xRRGGBBAA of a theme's colour on all but light displays with normal contrast.
  struct OtherColors {
    let dark: UInt32
    let highContrast: UInt32
    let highContrastDark: UInt32
  }

  /// By the indices that `intern` returns.
  private(set) var slots: [Slot] = []
  private var slotsByName: [UTF8String: Int] = [:]
  private var slotsByKeyID: [UInt32: Int] = [:]
  private var freeSlots: [Int] = []

  deinit {
    for slot in slots { slot.text?.deallocate() }
  }

  /// The slot of a full read name, for example `state.checkout.itemCount`, whose index the plugin
  /// keeps.
  mutating func intern(_ name: UTF8String) -> Int {
    let slot = slot(for: name)
    slots[slot].isInterned = true
    return slot
  }

  /// Adds it if it is new.
  private mutating func slot(for name: UTF8String) -> Int {
    if let slot = slotsByName[name] { return slot }
    let slot = freeSlots.popLast() ?? slots.count
    if slot == slots.count { slots.append(Slot(name)) } else { slots[slot] = Slot(name) }
    slotsByName[name] = slot
    return slot
  }

  /// A key has its name the first time.
  mutating func apply(_ key: BatchDecoder.Key) throws(MalformedFrame) {
    if key.isForgotten { return try forget(key.id) }
    if let name = key.name {
      let slot = slot(for: UTF8String(copying: name))
      slotsByKeyID[key.id] = slot
      slots[slot].keyID = key.id
    }
    guard let slot = slotsByKeyID[key.id] else {
      throw MalformedFrame("key that was never named", at: 0)
    }
    set(key.value, slot)
  }

  private mutating func forget(_ id: UInt32) throws(MalformedFrame) {
    guard let slot = slotsByKeyID.removeValue(forKey: id) else {
      throw MalformedFrame("key that was never named", at: 0)
    }
    set(nil, slot)
    slots[slot].keyID = nil
    if slots[slot].isInterned { return }
    slots[slot].text?.deallocate()
    slots[slot].text = nil
    slotsByName[slots[slot].name] = nil
    freeSlots.append(slot)
  }

  private mutating func set(_ value: ChannelValue?, _ slot: Int) {
    var new = btn_value()
    new.type = BTN_T_NULL
    slots[slot].isPresent = value != nil
    slots[slot].otherColors = nil
    switch value {
    case nil, .null: break
    case .bool(let value):
      new.type = BTN_T_BOOL
      new.as.i = value ? 1 : 0
    case .int(let value):
      new.type = BTN_T_INT
      new.as.i = value
    case .double(let value):
      new.type = BTN_T_FLOAT
      new.as.f = value
    case .string(let text):
      new = store(text, slot)
      new.type = BTN_T_STRING
    case .json(let text):
      if slots[slot].isTheme, let color = Color(themeValue: text) {
        new = store(color, slot)
      } else {
        new = store(text, slot)
        new.type = BTN_T_JSON
      }
    }
    slots[slot].value = new
  }

  /// Returns the value for light displays, and keeps the other members if there are any.
  private mutating func store(_ color: Color, _ slot: Int) -> btn_value {
    switch color {
    case .rgba(let rgba): return btn_value(rgba: rgba)
    case .dynamic(let color):
      slots[slot].otherColors = OtherColors(
        dark: color[.dark, .normal].rgba, highContrast: color[.light, .high].rgba,
        highContrastDark: color[.dark, .high].rgba)
      return btn_value(rgba: color.light)
    case .named: preconditionFailure("a theme's value names no colour")
    }
  }

  private mutating func store(_ text: UnsafeRawBufferPointer, _ slot: Int) -> btn_value {
    var room = slots[slot].text ?? UnsafeMutableRawBufferPointer(start: nil, count: 0)
    if room.count < max(text.count, 1) {
      room.deallocate()
      room = .allocate(byteCount: max(text.count * 2, 32), alignment: 16)
      slots[slot].text = room
    }
    room.copyMemory(from: text)
    var value = btn_value()
    value.len = UInt32(text.count)
    value.as.s = UnsafePointer(room.baseAddress?.assumingMemoryBound(to: CChar.self))
    return value
  }
}
