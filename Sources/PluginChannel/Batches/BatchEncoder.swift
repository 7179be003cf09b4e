package import ButtonModel

/// Writes BATCH frames, reusing its memory.
///
/// Between `begin` and `finish` come the trait sets, then the keys, then the items. A key or item
/// that does not fit is refused and leaves the frame as it was, so that the caller can send the
/// frame and begin another.
package struct BatchEncoder: ~Copyable {
  private enum Section: Int { case closed, traits, keys, items }

  private var buffer = FrameBuffer()
  private var start: FrameBuffer.FrameStart?
  private var section = Section.closed
  private var sectionStart = 0
  private var traitCount = 0
  private var keyCount = 0
  package private(set) var itemCount = 0

  package init() {}

  /// Header included; valid from `finish` to the next `begin`.
  package var frame: UnsafeRawBufferPointer {
    precondition(section == .closed, "the frame is finished first")
    return buffer.bytes
  }

  /// Valid from `finish` to the next `begin`.
  package var payload: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: frame[FrameHeader.byteCount...])
  }

  package mutating func begin(sequence: UInt32, _ header: BatchHeader) {
    buffer.removeAll()
    start = buffer.beginFrame(.batch, sequence: sequence)
    buffer.append(header.commitSequence)
    buffer.append(header.revision)
    buffer.append(header.nowMilliseconds)
    traitCount = 0
    keyCount = 0
    itemCount = 0
    section = .traits
    sectionStart = buffer.count
    buffer.append(UInt8(0))
  }

  /// The first set has bit 0 in the items' masks.
  package mutating func add(_ traits: BatchTraits) {
    precondition(section == .traits, "trait sets come before keys and items")
    precondition(traitCount < ChannelLimits.traitSets, "more trait sets than an item's mask has")
    buffer.append(traits)
    traitCount += 1
  }

  /// Nil means absent. Pass the name the first time the worker sees the key.
  package mutating func add(key: UInt32, name: UTF8String?, value: StateValue?) -> Bool {
    advance(to: .keys)
    let mark = buffer.count
    buffer.append(key)
    if let name {
      buffer.append(UInt16(name.bytes.count))
      buffer.append(name.bytes)
    } else {
      buffer.append(UInt16(0))
    }
    buffer.append(value)
    guard fits else {
      buffer.truncate(to: mark)
      return false
    }
    keyCount += 1
    return true
  }

  /// The key's number stands for its name no longer; it may come again with another.
  package mutating func forget(key: UInt32) -> Bool {
    advance(to: .keys)
    let mark = buffer.count
    buffer.append(key)
    buffer.append(BatchDecoder.Key.forgotten)
    guard fits else {
      buffer.truncate(to: mark)
      return false
    }
    keyCount += 1
    return true
  }

  /// Adds a button with the configuration that the layers below the plugin give it, and its tint in
  /// each trait set as 0xRRGGBBAA, or none for the trait sets' own.
  package mutating func add(
    _ item: BatchItem, id: UTF8String, parameters: [Parameter], configuration: PropertyList,
    tints: [UInt32] = []
  ) -> Bool {
    precondition(item.traitMask != 0, "an item asks for at least one trait set")
    precondition(
      tints.isEmpty || tints.count == traitCount, "a button has no tint, or one in each trait set")
    advance(to: .items)
    guard itemCount < ChannelLimits.items else { return false }
    let mark = buffer.count
    buffer.append(item.handle)
    buffer.append(UInt8(truncatingIfNeeded: item.state.rawValue))
    buffer.append(UInt8((item.isBusy ? 1 : 0) | (item.isHovered ? 2 : 0)))
    buffer.append(position: item.role)
    buffer.append(UInt8(tints.count))
    buffer.append(item.style.map { UInt16($0) } ?? BatchItem.none)
    buffer.append(item.handler.map { UInt16($0) } ?? BatchItem.none)
    buffer.append(item.traitMask)
    for tint in tints { buffer.append(tint) }
    buffer.append(UInt8(id.bytes.count))
    buffer.append(id.bytes)
    buffer.append(UInt16(parameters.count))
    for parameter in parameters {
      buffer.append(parameter.name, length: UInt8.self)
      buffer.append(parameter.value)
    }
    buffer.append(configuration)
    guard fits else {
      buffer.truncate(to: mark)
      return false
    }
    itemCount += 1
    return true
  }

  package mutating func finish() {
    advance(to: .items)
    buffer.patch(UInt16(itemCount), at: sectionStart)
    if let start { buffer.endFrame(start) }
    section = .closed
  }

  /// The payload, with the counts of the sections still to come, is within the limit.
  private var fits: Bool {
    buffer.count - FrameHeader.byteCount + 8 <= ChannelLimits.payloadBytes
  }

  private mutating func advance(to target: Section) {
    precondition(section != .closed, "a frame is begun first")
    precondition(section.rawValue <= target.rawValue, "trait sets, then keys, then items")
    if section == .traits, target.rawValue > Section.traits.rawValue {
      buffer.patch(UInt8(traitCount), at: sectionStart)
      section = .keys
      sectionStart = buffer.count
      buffer.append(UInt32(0))
    }
    if section == .keys, target == .items {
      buffer.patch(UInt32(keyCount), at: sectionStart)
      section = .items
      sectionStart = buffer.count
      buffer.append(UInt16(0))
    }
  }
}
