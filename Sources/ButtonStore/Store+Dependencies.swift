extension Store {
  /// Replaces the button's dependencies by these keys.
  ///
  /// Order and duplicates do not matter. Fastest if the order is the same as before.
  package func track(_ button: ButtonSlot, _ read: UnsafeBufferPointer<KeyID>) {
    let line = line(button)
    let count = Int(line.pointee.dependencyCount)
    let dependencies = line.dependencies
    let shorter = min(count, read.count)
    var same = 0
    while same < shorter, dependencies[same].key == read[same].rawValue { same += 1 }
    if same == count, same == read.count { return }
    if max(count, read.count) > Store.searchedLinearly {
      trackMany(button, line, read)
    } else {
      if count == read.count { same = replace(read, from: same, of: button, dependencies) }
      if same < max(count, read.count) {
        drop(notIn: read, from: same, of: line)
        arrange(read, from: same, of: button, line)
      }
    }
    line.freeSpillIfUnneeded()
  }

  package func dependencyCount(of button: ButtonSlot) -> Int {
    Int(line(button).pointee.dependencyCount)
  }

  package func dependency(_ index: Int, of button: ButtonSlot) -> KeyID {
    let line = line(button)
    precondition(UInt(bitPattern: index) < UInt(line.pointee.dependencyCount))
    return KeyID(rawValue: line.dependencies[index].key)
  }

  package func subscriberCount(of key: KeyID) -> Int { Int(line(key).pointee.subscriberCount) }

  /// Returns a reader. They are in no order: the last one takes the place of a removed one.
  package func reader(_ index: Int, of key: KeyID) -> ButtonSlot {
    let line = line(key)
    guard let subscribers = line.pointee.subscribers,
      UInt(bitPattern: index) < UInt(line.pointee.subscriberCount)
    else { preconditionFailure("the key has fewer readers") }
    return ButtonSlot(rawValue: subscribers[index])
  }

  /// Nothing may be tracked meanwhile.
  package func forEachReader(of key: KeyID, _ body: (ButtonSlot) -> Void) {
    let line = line(key)
    guard let subscribers = line.pointee.subscribers else { return }
    for index in 0..<Int(line.pointee.subscriberCount) {
      body(ButtonSlot(rawValue: subscribers[index]))
    }
  }

  /// Sets of up to this many keys are compared pairwise, larger ones are sorted.
  private static var searchedLinearly: Int { 64 }

  /// Replaces dropped keys of a set by new ones in place while they pair up; both have one size.
  /// Returns the first position that does not.
  private func replace(
    _ read: UnsafeBufferPointer<KeyID>, from first: Int, of button: ButtonSlot,
    _ dependencies: UnsafeMutablePointer<Dependency>
  ) -> Int {
    for place in first..<read.count {
      let key = read[place]
      let old = dependencies[place]
      if old.key == key.rawValue { continue }
      for other in 0..<read.count
      where dependencies[other].key == key.rawValue || read[other].rawValue == old.key {
        return place
      }
      unlink(old)
      dependencies[place] = Dependency(
        key: key.rawValue, position: line(key).appendSubscriber(button.rawValue))
    }
    return read.count
  }

  private func drop(
    notIn read: UnsafeBufferPointer<KeyID>, from first: Int,
    of line: UnsafeMutablePointer<ButtonLine>
  ) {
    let dependencies = line.dependencies
    var index = Int(line.pointee.dependencyCount) - 1
    while index >= first {
      let key = dependencies[index].key
      var place = first
      while place < read.count, read[place].rawValue != key { place += 1 }
      if place == read.count { drop(index, of: line) }
      index -= 1
    }
  }

  /// Puts every key from `first` on into its position, and links the new ones.
  private func arrange(
    _ read: UnsafeBufferPointer<KeyID>, from first: Int, of button: ButtonSlot,
    _ line: UnsafeMutablePointer<ButtonLine>
  ) {
    var place = first
    for index in first..<read.count {
      let key = read[index]
      let count = Int(line.pointee.dependencyCount)
      var dependencies = line.dependencies
      var found = 0
      while found < count, dependencies[found].key != key.rawValue { found += 1 }
      if found < place { continue }
      if found == count {
        link(key, button, line)
        dependencies = line.dependencies
      }
      if found != place {
        let other = dependencies[place]
        dependencies[place] = dependencies[found]
        dependencies[found] = other
      }
      place += 1
    }
  }

  /// Tracks large sets: both are sorted by key, then merged.
  private func trackMany(
    _ button: ButtonSlot, _ line: UnsafeMutablePointer<ButtonLine>,
    _ read: UnsafeBufferPointer<KeyID>
  ) {
    let wanted = read.map(\.rawValue).sorted()
    var index = Int(line.pointee.dependencyCount) - 1
    while index >= 0 {
      let key = line.dependencies[index].key
      let place = wanted.firstPosition(notBefore: key)
      if place == wanted.count || wanted[place] != key { drop(index, of: line) }
      index -= 1
    }
    let kept = (0..<Int(line.pointee.dependencyCount)).map { line.dependencies[$0].key }
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

  /// The last dependency takes its position.
  private func drop(_ index: Int, of line: UnsafeMutablePointer<ButtonLine>) {
    let dependencies = line.dependencies
    unlink(dependencies[index])
    line.pointee.dependencyCount -= 1
    dependencies[index] = dependencies[Int(line.pointee.dependencyCount)]
  }

  private func link(
    _ key: KeyID, _ button: ButtonSlot, _ line: UnsafeMutablePointer<ButtonLine>
  ) {
    let keyLine = self.line(key)
    line.makeRoomForDependency()
    let position = keyLine.appendSubscriber(button.rawValue)
    line.dependencies[Int(line.pointee.dependencyCount)] =
      Dependency(key: key.rawValue, position: position)
    line.pointee.dependencyCount += 1
  }

  /// Removes the button from the key's readers.
  func unlink(_ dependency: Dependency) {
    let line = keys.at(Int(dependency.key))
    if let moved = line.removeSubscriber(at: dependency.position) {
      let others = (buttons.base + Int(moved)).dependencies
      var index = 0
      while others[index].key != dependency.key { index += 1 }
      others[index].position = dependency.position
    }
    if line.pointee.subscriberCount == 0 { listIfUnused(dependency.key) }
  }
}

extension [UInt32] {
  /// The first position of an element that is not less, in a sorted array.
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
