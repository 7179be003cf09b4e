/// Writes ANSWER frames, one after the other, into memory that it keeps.
package struct AnswerEncoder: ~Copyable {
  /// Kept for items that fail because the others filled the frame.
  private static let reserve = 64 << 10
  /// The part of the reserve that is enough for all items of a batch without message and keys.
  private static let bareReserve = 16 << 10
  /// So that one button's names cannot crowd out the others.
  private static let nameBytes = ChannelLimits.payloadBytes / 2

  private var buffer = FrameBuffer()
  private var names = FrameBuffer(capacity: 256)
  private var start: FrameBuffer.FrameStart?
  private var countPosition = 0
  private var nameCount = 0
  package private(set) var itemCount = 0

  package init() {}

  /// Header included; valid from `finish` to the next `begin`.
  package var frame: UnsafeRawBufferPointer {
    precondition(start == nil, "the frame is finished first")
    return buffer.bytes
  }

  /// Valid from `finish` to the next `begin`.
  package var payload: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: frame[FrameHeader.byteCount...])
  }

  package mutating func begin(sequence: UInt32, commitSequence: UInt64) {
    buffer.removeAll()
    names.removeAll()
    nameCount = 0
    itemCount = 0
    start = buffer.beginFrame(.answer, sequence: sequence)
    buffer.append(commitSequence)
    countPosition = buffer.count
    buffer.append(UInt16(0))
  }

  /// Adds a key's full read name; nil if the frame has no room for it.
  package mutating func addName(_ name: UnsafeRawBufferPointer) -> AnswerKey? {
    guard nameCount < ChannelLimits.keys, room >= name.count + 2,
      names.count + name.count + 2 <= AnswerEncoder.nameBytes
    else { return nil }
    names.append(UInt16(name.count))
    names.append(name)
    nameCount += 1
    return .new(nameCount - 1)
  }

  /// Adds a button that succeeded, with its encoded passes; false if they do not fit.
  package mutating func add(
    handle: UInt64, readsTraits: Bool, keys: UnsafeBufferPointer<AnswerKey>, passCount: Int,
    passes: UnsafeRawBufferPointer, microseconds: UInt32
  ) -> Bool {
    guard room >= passes.count + keys.count * 4 + 32 else { return false }
    add(
      handle: handle, status: 0, message: UnsafeRawBufferPointer(start: nil, count: 0),
      readsTraits: readsTraits, keys: keys, passCount: passCount, passes: passes,
      microseconds: microseconds)
    return true
  }

  /// Adds a button on which the plugin failed, without its keys if the frame is too full for them.
  package mutating func addFailure(
    handle: UInt64, status: Int32, message: UnsafeRawBufferPointer, readsTraits: Bool,
    keys: UnsafeBufferPointer<AnswerKey>, microseconds: UInt32
  ) {
    precondition(status < 0, "a failure has a negative status")
    let room = room + AnswerEncoder.reserve - AnswerEncoder.bareReserve
    let fits = room >= message.count + keys.count * 4 + 32
    let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
    add(
      handle: handle, status: status, message: fits ? message : nothing,
      readsTraits: readsTraits, keys: fits ? keys : UnsafeBufferPointer(start: nil, count: 0),
      passCount: 0, passes: nothing, microseconds: microseconds)
  }

  package mutating func finish() {
    buffer.patch(UInt16(itemCount), at: countPosition)
    buffer.append(UInt16(nameCount))
    buffer.append(names.bytes)
    if let start { buffer.endFrame(start) }
    start = nil
  }

  private var room: Int {
    ChannelLimits.payloadBytes - AnswerEncoder.reserve - buffer.count - names.count
  }

  private mutating func add(
    handle: UInt64, status: Int32, message: UnsafeRawBufferPointer, readsTraits: Bool,
    keys: UnsafeBufferPointer<AnswerKey>, passCount: Int, passes: UnsafeRawBufferPointer,
    microseconds: UInt32
  ) {
    buffer.append(handle)
    buffer.append(status)
    buffer.append(UInt16(message.count))
    buffer.append(message)
    buffer.append(UInt8(readsTraits ? 1 : 0))
    buffer.append(UInt16(keys.count))
    for key in keys { buffer.append(key.rawValue) }
    buffer.append(UInt8(passCount))
    buffer.append(passes)
    buffer.append(microseconds)
    itemCount += 1
  }
}
