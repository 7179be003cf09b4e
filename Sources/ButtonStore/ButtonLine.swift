/// One key that a button reads, and the button's index among that key's subscribers.
struct Dependency {
  var key: UInt32
  var position: UInt32
}

/// All that a tick needs to know of one button: a cache line of 64 bytes.
struct ButtonLine {
  /// How many dependencies fit into the line; more go to `spill`, all of them.
  static let inlineCount = 4
  /// The value of `ticket` in a clean button.
  static let clean = UInt32.max

  var inline: InlineArray<4, Dependency>
  /// The dependencies when they are too many for the line.
  var spill: UnsafeMutablePointer<Dependency>?
  /// The digest of the look on show, set by the store's owner.
  var digest: UInt64 = 0
  /// The button's ticket in the dirty queue; `clean` when it is not there.
  var ticket: UInt32 = ButtonLine.clean
  /// Grows when the slot's button is removed.
  var generation: UInt32 = 0
  /// For the store's owner; the next free slot while the line is free.
  var tag: UInt32 = 0
  /// How many keys the button reads.
  var dependencyCount: UInt16 = 0
  /// The room in `spill`, as a power of two; meaningless while there is no block.
  var spillLog2: UInt8 = 0
  /// True while a button has the slot.
  var isLive = true

  init() {
    inline = .init(repeating: Dependency(key: 0, position: 0))
  }
}

extension UnsafeMutablePointer<ButtonLine> {
  /// The dependencies, side by side: in the line, or all of them in the spill block.
  var dependencies: UnsafeMutablePointer<Dependency> {
    pointee.spill ?? UnsafeMutableRawPointer(self).assumingMemoryBound(to: Dependency.self)
  }

  /// Makes room for one dependency more than there are.
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

  /// Moves the dependencies back into the line when they fit with room to spare.
  func freeSpillIfUnneeded() {
    guard let spill = pointee.spill, pointee.dependencyCount <= ButtonLine.inlineCount / 2 else {
      return
    }
    pointee.spill = nil
    dependencies.update(from: spill, count: Int(pointee.dependencyCount))
    spill.deallocate()
  }
}
