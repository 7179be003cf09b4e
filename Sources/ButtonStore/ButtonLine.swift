/// One key that a button reads, and where the button stands among that key's subscribers.
struct Dependency {
  var key: UInt32
  var position: UInt32
}

/// All that the tick needs to know of one button: a cache line of 64 bytes.
@usableFromInline
struct ButtonLine {
  /// How many dependencies fit into the line; more go to `spill`.
  static let inlineCount = 4
  /// The value of `ticket` in a clean button.
  @usableFromInline static let clean = UInt32.max

  var inline: InlineArray<4, Dependency>
  /// The fifth and later dependencies.
  var spill: UnsafeMutablePointer<Dependency>?
  /// The digest of the look on show; the owner's to set.
  @usableFromInline var digest: UInt64 = 0
  /// Where the button stands in the dirty queue; `clean` when it does not.
  @usableFromInline var ticket: UInt32 = ButtonLine.clean
  /// Grows when the slot's button is removed.
  @usableFromInline var generation: UInt32 = 0
  /// The owner's to use; the next free slot while the line is free.
  @usableFromInline var tag: UInt32 = 0
  /// How many keys the button reads.
  @usableFromInline var dependencyCount: UInt16 = 0
  /// The room in `spill`, as a power of two; meaningless while there is no block.
  var spillLog2: UInt8 = 0
  /// True while a button has the slot.
  @usableFromInline var isLive = true

  init() {
    inline = .init(repeating: Dependency(key: 0, position: 0))
  }
}

extension UnsafeMutablePointer<ButtonLine> {
  /// The address of one dependency, wherever it is kept.
  func dependency(_ index: Int) -> UnsafeMutablePointer<Dependency> {
    if index < ButtonLine.inlineCount {
      return UnsafeMutableRawPointer(self).assumingMemoryBound(to: Dependency.self) + index
    }
    guard let spill = pointee.spill else {
      preconditionFailure("a button with more than four dependencies has a spill block")
    }
    return spill + (index - ButtonLine.inlineCount)
  }

  /// Makes room for one dependency more than there are.
  func makeRoomForDependency() {
    let spilled = Int(pointee.dependencyCount) - ButtonLine.inlineCount
    guard spilled >= 0 else { return }
    precondition(pointee.dependencyCount < .max, "too many dependencies")
    guard let old = pointee.spill else {
      pointee.spillLog2 = 2
      pointee.spill = .allocate(capacity: 4)
      return
    }
    guard spilled == 1 << pointee.spillLog2 else { return }
    pointee.spillLog2 += 1
    let bigger = UnsafeMutablePointer<Dependency>.allocate(capacity: 1 << pointee.spillLog2)
    bigger.moveInitialize(from: old, count: spilled)
    old.deallocate()
    pointee.spill = bigger
  }

  /// Frees the spill block when the dependencies fit into the line.
  func freeSpillIfUnneeded() {
    guard let spill = pointee.spill, pointee.dependencyCount <= ButtonLine.inlineCount else {
      return
    }
    spill.deallocate()
    pointee.spill = nil
  }
}
