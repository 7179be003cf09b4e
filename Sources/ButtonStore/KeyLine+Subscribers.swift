extension UnsafeMutablePointer<KeyLine> {
  /// As a power of two. A block never shrinks below it.
  private static var smallestLog2: UInt8 { 2 }

  /// Returns the reader's position.
  func appendSubscriber(_ slot: UInt32) -> UInt32 {
    let position = pointee.subscriberCount
    if pointee.subscribers == nil {
      move(toCapacityLog2: Self.smallestLog2)
    } else if Int(position) == 1 << Int(pointee.capacityLog2) {
      move(toCapacityLog2: pointee.capacityLog2 + 1)
    }
    guard let subscribers = pointee.subscribers else {
      preconditionFailure("there is a block by now")
    }
    subscribers[Int(position)] = slot
    pointee.subscriberCount = position + 1
    return position
  }

  /// The last reader moves to the position and is returned, unless it is the one removed.
  func removeSubscriber(at position: UInt32) -> UInt32? {
    guard let subscribers = pointee.subscribers, position < pointee.subscriberCount else {
      preconditionFailure("a dependency is among its key's readers")
    }
    let last = pointee.subscriberCount - 1
    let moved = subscribers[Int(last)]
    subscribers[Int(position)] = moved
    pointee.subscriberCount = last
    if pointee.capacityLog2 > Self.smallestLog2 + 1, Int(last) <= 1 << (pointee.capacityLog2 - 3) {
      move(toCapacityLog2: pointee.capacityLog2 - 1)
    }
    return position == last ? nil : moved
  }

  private func move(toCapacityLog2 log2: UInt8) {
    let block = UnsafeMutablePointer<UInt32>.allocate(capacity: 1 << Int(log2))
    if let old = pointee.subscribers {
      block.moveInitialize(from: old, count: Int(pointee.subscriberCount))
      old.deallocate()
    }
    pointee.setSubscribers(block, capacityLog2: log2)
  }
}
