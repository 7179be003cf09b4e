extension Store {
  /// Makes exactly these keys the button's dependencies; no work when they are that already.
  ///
  /// Their order does not matter and duplicates count once; fastest in the order of the last time.
  package mutating func track(_ button: ButtonSlot, _ read: UnsafeBufferPointer<KeyID>) {
    let line = line(button)
    let count = Int(line.pointee.dependencyCount)
    let shorter = min(count, read.count)
    var same = 0
    while same < shorter, line.dependency(same).pointee.key == read[same].rawValue { same += 1 }
    if same == count, same == read.count { return }
    if max(count, read.count) <= Store.searchedLinearly {
      let rest = UnsafeBufferPointer(rebasing: read[same...])
      drop(notIn: rest, from: same, of: line)
      arrange(rest, from: same, of: button, line)
    } else {
      trackMany(button, line, read)
    }
    line.freeSpillIfUnneeded()
  }

  /// How many keys the button reads.
  package func dependencyCount(of button: ButtonSlot) -> Int {
    Int(line(button).pointee.dependencyCount)
  }

  /// One of the keys the button reads.
  package func dependency(_ index: Int, of button: ButtonSlot) -> KeyID {
    let line = line(button)
    precondition(UInt(bitPattern: index) < UInt(line.pointee.dependencyCount))
    return KeyID(rawValue: line.dependency(index).pointee.key)
  }

  /// How many buttons read the key.
  package func subscriberCount(of key: KeyID) -> Int { Int(line(key).pointee.subscriberCount) }

  /// Up to so many keys, sets are compared each with each; beyond, sorted.
  private static var searchedLinearly: Int { 64 }

  /// Drops the dependencies from a place on that are no longer read.
  private mutating func drop(
    notIn read: UnsafeBufferPointer<KeyID>, from first: Int,
    of line: UnsafeMutablePointer<ButtonLine>
  ) {
    var index = Int(line.pointee.dependencyCount) - 1
    while index >= first {
      let dependency = line.dependency(index).pointee
      if !read.contains(KeyID(rawValue: dependency.key)) { drop(index, of: line) }
      index -= 1
    }
  }

  /// Puts every key read in its place from a place on, linking the new ones.
  private mutating func arrange(
    _ read: UnsafeBufferPointer<KeyID>, from first: Int, of button: ButtonSlot,
    _ line: UnsafeMutablePointer<ButtonLine>
  ) {
    var place = first
    for key in read {
      let count = Int(line.pointee.dependencyCount)
      var index = 0
      while index < count, line.dependency(index).pointee.key != key.rawValue { index += 1 }
      if index < place { continue }
      if index == count { link(key, button, line) }
      if index != place {
        let other = line.dependency(place).pointee
        line.dependency(place).pointee = line.dependency(index).pointee
        line.dependency(index).pointee = other
      }
      place += 1
    }
  }

  /// The same for large sets: both sorted by key, then merged.
  private mutating func trackMany(
    _ button: ButtonSlot, _ line: UnsafeMutablePointer<ButtonLine>,
    _ read: UnsafeBufferPointer<KeyID>
  ) {
    let wanted = read.map(\.rawValue).sorted()
    var index = Int(line.pointee.dependencyCount) - 1
    while index >= 0 {
      let key = line.dependency(index).pointee.key
      let place = wanted.firstPosition(notBefore: key)
      if place == wanted.count || wanted[place] != key { drop(index, of: line) }
      index -= 1
    }
    let kept = (0..<Int(line.pointee.dependencyCount)).map { line.dependency($0).pointee.key }
      .sorted()
    var next = 0
    var previous: UInt32?
    for key in wanted where key != previous {
      previous = key
      if next < kept.count, kept[next] == key {
        next += 1
      } else {
        link(KeyID(rawValue: key), button, line)
      }
    }
  }

  /// Takes one dependency away; the last takes its place.
  private mutating func drop(_ index: Int, of line: UnsafeMutablePointer<ButtonLine>) {
    let place = line.dependency(index)
    unlink(place.pointee)
    line.pointee.dependencyCount -= 1
    place.pointee = line.dependency(Int(line.pointee.dependencyCount)).pointee
  }

  /// Adds the button to the key's readers and the key to the button's dependencies.
  private mutating func link(
    _ key: KeyID, _ button: ButtonSlot, _ line: UnsafeMutablePointer<ButtonLine>
  ) {
    let keyLine = self.line(key)
    line.makeRoomForDependency()
    let position = keyLine.appendSubscriber(button.rawValue)
    line.pointee.dependencyCount += 1
    line.dependency(Int(line.pointee.dependencyCount) - 1).pointee =
      Dependency(key: key.rawValue, position: position)
  }

  /// Takes the button with that dependency off the key's readers.
  mutating func unlink(_ dependency: Dependency) {
    let line = keys.at(Int(dependency.key))
    if let moved = line.removeSubscriber(at: dependency.position) {
      let button = buttons.base + Int(moved)
      var index = 0
      while button.dependency(index).pointee.key != dependency.key { index += 1 }
      button.dependency(index).pointee.position = dependency.position
    }
    if line.pointee.subscriberCount == 0 { listIfUnused(dependency.key) }
  }
}

extension [UInt32] {
  /// In a sorted array, the first position of an element that is not less.
  fileprivate func firstPosition(notBefore element: UInt32) -> Int {
    var low = 0
    var high = count
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < element { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
