internal import CPlatform

extension Store {
  package func reserve(buttons count: Int) { buttons.reserve(count) }

  /// The button is clean and reads nothing.
  package func addButton() -> ButtonSlot {
    buttonCount += 1
    guard freeButton != ButtonLine.clean else {
      precondition(buttons.count < Int(UInt32.max >> 1), "tickets have 31 bits")
      buttons.append(ButtonLine())
      return ButtonSlot(rawValue: UInt32(buttons.count - 1))
    }
    let slot = freeButton
    let line = buttons.at(Int(slot))
    freeButton = line.pointee.tag
    let generation = line.pointee.generation
    line.pointee = ButtonLine()
    line.pointee.generation = generation
    return ButtonSlot(rawValue: slot)
  }

  /// Removes the button from its keys' readers and from the dirty queue, even during a pass. Its
  /// slot is free for the next button.
  package func removeButton(_ button: ButtonSlot) {
    let line = line(button)
    for index in 0..<Int(line.pointee.dependencyCount) {
      unlink(line.dependencies[index])
    }
    line.pointee.dependencyCount = 0
    line.freeSpillIfUnneeded()
    if line.pointee.ticket != ButtonLine.clean {
      queue.remove(ticket: line.pointee.ticket)
      line.pointee.ticket = ButtonLine.clean
      if queue.isMostlyHoles {
        let lines = buttons.base
        queue.compact { slot, ticket in lines[Int(slot)].ticket = ticket }
      }
    }
    line.pointee.isLive = false
    line.pointee.generation &+= 1
    line.pointee.tag = freeButton
    freeButton = button.rawValue
    buttonCount -= 1
  }

  /// One more than the highest slot ever used: the size of a table indexed by button.
  package var buttonCapacity: Int { buttons.count }

  package func isInUse(_ button: ButtonSlot) -> Bool {
    button.rawValue < buttons.count && buttons.at(Int(button.rawValue)).pointee.isLive
  }

  /// How many buttons of the slot were removed. Slot and generation identify a button forever.
  package func generation(of button: ButtonSlot) -> UInt32 {
    buttons.at(Int(button.rawValue)).pointee.generation
  }

  /// 0 for a new button.
  package func digest(of button: ButtonSlot) -> UInt64 { line(button).pointee.digest }

  package func setDigest(_ digest: UInt64, of button: ButtonSlot) {
    line(button).pointee.digest = digest
  }

  /// 32 bits for the store's owner; 0 for a new button.
  package func tag(of button: ButtonSlot) -> UInt32 { line(button).pointee.tag }

  package func setTag(_ tag: UInt32, of button: ButtonSlot) {
    line(button).pointee.tag = tag
  }

  /// Has no effect if the button is queued.
  package func markDirty(_ button: ButtonSlot) {
    let line = line(button)
    guard line.pointee.ticket == ButtonLine.clean else { return }
    queue.reserve(1)
    line.pointee.ticket = queue.appendReserved(button.rawValue)
  }

  package func isDirty(_ button: ButtonSlot) -> Bool {
    line(button).pointee.ticket != ButtonLine.clean
  }

  package var dirtyCount: Int { queue.count }

  /// Begins a pass over the dirty buttons, after a commit; has no effect during a pass.
  ///
  /// A pass may stay open while keys are written. Buttons that become dirty again wait for the
  /// next.
  package func beginPass() {
    if !queue.isPassOpen, !oldPlaces.isEmpty { oldPlaces = [:] }
    queue.beginPass()
  }

  /// Buttons of the pass remain.
  package var isPassOpen: Bool { queue.isPassOpen }

  /// Takes a button out of the pass before its turn; false if it is not in it.
  package func takeEarly(_ button: ButtonSlot) -> Bool {
    let ticket = line(button).pointee.ticket
    guard queue.isPassOpen, ticket != ButtonLine.clean, queue.isInPass(ticket) else { return false }
    queue.remove(ticket: ticket)
    line(button).pointee.ticket = ButtonLine.clean
    return true
  }

  /// The next button of the pass, in the order of marking; nil at the end. A button marked after it
  /// was taken waits for the next pass.
  package func nextDirty() -> ButtonSlot? {
    guard let slot = queue.take() else { return nil }
    prefetch()
    buttons.base[Int(slot)].ticket = ButtonLine.clean
    return ButtonSlot(rawValue: slot)
  }

  /// Prefetches the memory that taking, and then tracking, the pass's next buttons will touch.
  ///
  /// Dropping a dependency has three misses in sequence: the key's line, its readers, and the line
  /// of the reader that moves. Each is prefetched after the one before has had time to arrive.
  /// Small tables are in the cache anyway.
  @inline(__always)
  private func prefetch() {
    if let later = queue.peek(Store.prefetchDistance) {
      csystem_prefetch(buttons.base + Int(later))
    }
    guard buttons.count > 32_768 else { return }
    prefetch(5) { csystem_prefetch(keys.base + Int($0.key)) }
    prefetch(3) {
      guard let readers = keys.base[Int($0.key)].subscribers else { return }
      csystem_prefetch(readers + Int($0.position))
    }
    prefetch(1) {
      let line = keys.base + Int($0.key)
      guard let readers = line.pointee.subscribers else { return }
      let last = readers[Int(line.pointee.subscriberCount) - 1]
      csystem_prefetch(buttons.base + Int(last))
    }
  }

  @inline(__always)
  private func prefetch(_ distance: Int, _ body: (Dependency) -> Void) {
    guard let slot = queue.peek(distance) else { return }
    let line = buttons.base + Int(slot)
    let dependencies = line.dependencies
    for index in 0..<min(Int(line.pointee.dependencyCount), ButtonLine.inlineCount) {
      body(dependencies[index])
    }
  }
}
