package import ButtonModel

/// Reads BATCH payloads from front to back without copying them.
///
/// Call `begin`, which reads the trait sets, then `nextKey` until nil, then `nextItem` until nil.
package struct BatchDecoder: ~Copyable {
  /// A key's new value, in the payload's memory.
  package struct Key {
    package let id: UInt32
    /// The full read name if the key is new to the worker.
    package var name: UnsafeRawBufferPointer?
    /// Nil when the key is absent.
    package var value: ChannelValue?
    /// The number stands for this name no longer.
    package var isForgotten = false

    /// In place of the length of a name, where nothing follows.
    static let forgotten = UInt16.max
  }

  /// An argument of the button's style or handler.
  package struct Argument {
    package let name: UnsafeRawBufferPointer
    package let value: ChannelValue
  }

  package struct Setting {
    package let property: Property
    package let value: ChannelProperty
  }

  package private(set) var header = BatchHeader(
    commitSequence: 0, revision: 0, nowMilliseconds: 0)
  /// An item's mask has one bit for each.
  package private(set) var traits: [BatchTraits] = []
  /// Describes the item that `nextItem` returned last, as do the three below.
  package private(set) var id = UnsafeRawBufferPointer(start: nil, count: 0)
  package private(set) var arguments: [Argument] = []
  /// Ascending.
  package private(set) var settings: [Setting] = []

  /// One for each trait set, or empty.
  private var tints: [UInt32] = []

  private var reader = FrameReader(UnsafeRawBufferPointer(start: nil, count: 0))
  private var keysLeft: UInt32 = 0
  private var itemsLeft: UInt16?

  package init() {}

  /// Reads the head as `begin` does; the payload must outlive the decoder.
  package init(payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    try begin(payload)
  }

  /// Reads the head and the trait sets; the payload must outlive the reading.
  package mutating func begin(_ payload: UnsafeRawBufferPointer) throws(MalformedFrame) {
    reader = FrameReader(payload)
    itemsLeft = nil
    traits.empty()
    header = BatchHeader(
      commitSequence: try reader.read(UInt64.self, "commit sequence"),
      revision: try reader.read(UInt64.self, "revision"),
      nowMilliseconds: try reader.read(UInt64.self, "time"))
    let traitCount = try reader.read(UInt8.self, "trait count")
    guard traitCount <= ChannelLimits.traitSets else {
      throw MalformedFrame("too many trait sets", at: reader.offset - 1)
    }
    for _ in 0..<traitCount { traits.append(try reader.readTraits()) }
    keysLeft = try reader.read(UInt32.self, "key count")
  }

  /// Nil after the last.
  package mutating func nextKey() throws(MalformedFrame) -> Key? {
    guard keysLeft > 0 else { return nil }
    keysLeft -= 1
    let id = try reader.read(UInt32.self, "key id")
    let start = reader.offset
    let length = try reader.read(UInt16.self, "key name")
    if length == Key.forgotten { return Key(id: id, isForgotten: true) }
    let name = try reader.readBytes(Int(length), "key name")
    guard isValidUTF8(name) else { throw MalformedFrame("key name", at: start) }
    return Key(
      id: id, name: name.isEmpty ? nil : name, value: try reader.readValue("key value"))
  }

  /// A trait set as the last item sees it: with the item's tint, if it has one.
  package func itemTraits(_ index: Int) -> BatchTraits {
    var seen = traits[index]
    if !tints.isEmpty { seen.tint = tints[index] }
    return seen
  }

  /// The next button, nil after the last; sets `id`, `arguments` and `settings`.
  package mutating func nextItem() throws(MalformedFrame) -> BatchItem? {
    guard var left = itemsLeft else {
      precondition(keysLeft == 0, "keys are read before items")
      let count = try reader.read(UInt16.self, "item count")
      guard count <= ChannelLimits.items else {
        throw MalformedFrame("too many items", at: reader.offset - 2)
      }
      itemsLeft = count
      return try nextItem()
    }
    guard left > 0 else {
      try reader.finish()
      return nil
    }
    left -= 1
    itemsLeft = left
    let item = try readItem()
    id = try reader.readText(length: UInt8.self, "button id")
    try readArguments()
    try readSettings()
    return item
  }

  private mutating func readItem() throws(MalformedFrame) -> BatchItem {
    let handle = try reader.read(UInt64.self, "handle")
    let state = try reader.read(UInt8.self, "control state")
    guard state < 16 else {
      throw MalformedFrame("unknown control state", at: reader.offset - 1)
    }
    let flags = try reader.read(UInt8.self, "item flags")
    guard flags < 4 else { throw MalformedFrame("unknown item flags", at: reader.offset - 1) }
    let role: ButtonRole = try reader.readCase("role")
    let tintCount = Int(try reader.read(UInt8.self, "tint count"))
    guard tintCount == 0 || tintCount == traits.count else {
      throw MalformedFrame("an item has a tint for some trait sets only", at: reader.offset - 1)
    }
    let style = try reader.read(UInt16.self, "style index")
    let handler = try reader.read(UInt16.self, "handler index")
    let mask = try reader.read(UInt16.self, "trait mask")
    guard mask != 0, UInt32(mask) < UInt32(1) << UInt32(traits.count) else {
      throw MalformedFrame("trait mask names no set, or one not there", at: reader.offset - 2)
    }
    if !tints.isEmpty { tints.removeAll(keepingCapacity: true) }
    for _ in 0..<tintCount { tints.append(try reader.read(UInt32.self, "tint")) }
    return BatchItem(
      handle: handle, state: ControlState(rawValue: UInt32(state)), isBusy: flags & 1 != 0,
      isHovered: flags & 2 != 0, role: role,
      style: style == BatchItem.none ? nil : Int(style),
      handler: handler == BatchItem.none ? nil : Int(handler), traitMask: mask)
  }

  private mutating func readArguments() throws(MalformedFrame) {
    arguments.empty()
    for _ in 0..<(try reader.read(UInt16.self, "parameter count")) {
      let name = try reader.readText(length: UInt8.self, "parameter name")
      guard let value = try reader.readValue("parameter value") else {
        throw MalformedFrame("parameter without a value", at: reader.offset - 1)
      }
      arguments.append(Argument(name: name, value: value))
    }
  }

  private mutating func readSettings() throws(MalformedFrame) {
    settings.empty()
    var previous: Property?
    for _ in 0..<(try reader.read(UInt16.self, "property count")) {
      let (property, value) = try reader.readProperty(
        after: previous, textLimit: ChannelLimits.payloadBytes)
      settings.append(Setting(property: property, value: value))
      previous = property
    }
  }
}
