/// A key that a button reads, and the button's index in that key's list of readers.
struct Dependency {
  var key: UInt32
  var position: UInt32
}

/// Everything a tick needs about one button, in one 64-byte cache line.
struct ButtonLine {
  /// Dependencies that fit into the line. If there are more, all of them are in `spill`.
  static let inlineCount = 4
  /// The `ticket` of a clean button.
  static let clean = UInt32.max

  var inline: InlineArray<4, Dependency>
  var spill: UnsafeMutablePointer<Dependency>?
  /// The digest of the button's look, set by the store's owner.
  var digest: UInt64 = 0
  /// The ticket in the dirty queue; `clean` if the button is not queued.
  var ticket: UInt32 = ButtonLine.clean
  /// Incremented when the slot's button is removed.
  var generation: UInt32 = 0
  /// A tag for the store's owner; in a free line, the next free slot.
  var tag: UInt32 = 0
  var dependencyCount: UInt16 = 0
  /// The capacity of `spill` as a power of two; undefined without a block.
  var spillLog2: UInt8 = 0
  var isLive = true

  init() {
    inline = .init(repeating: Dependency(key: 0, position: 0))
  }
}

extension UnsafeMutablePointer<ButtonLine> {
  /// The dependencies, in the line or in the spill block.
  var dependencies: UnsafeMutablePointer<Dependency> {
    pointee.spill ?? UnsafeMutableRawPointer(self).assumingMemoryBound(to: Dependency.self)
  }

  func makeRoomForDependency() {
    let count = Int(pointee.dependencyCount)
    let room = pointee.spill == nil ? ButtonLine.inlineCount : 1 << Int(pointee.spillLog2)
    guard count == room else { return }
    precondition(count <= Int(UInt16.max) / 2, "too many dependencies")
    let bigger = UnsafeMutablePointer<Dependency>.allocate(capacity: room * 2)
    bigger.moveInitialize(from: dependencies, count: count)
    pointee.spill?.deallocate()
    pointee.spill = bigger
    pointee.spillLog2 = UInt8(room.trailingZeroBitCount + 1)
  }

  /// Moves the dependencies back into the line if they fit with room to spare.
  func freeSpillIfUnneeded() {
    guard let spill = pointee.spill, pointee.dependencyCount <= ButtonLine.inlineCount / 2 else {
      return
    }
    pointee.spill = nil
    dependencies.update(from: spill, count: Int(pointee.dependencyCount))
    spill.deallocate()
  }
}
