import ButtonModel
import ButtonStore
import Testing

struct ButtonTests {
  @Test func aButtonMayBeRemovedDuringItsOwnPass() {
    let store = Store()
    let buttons = (0..<4).map { _ in store.addButton(reading: "a") }
    store.set("a", .int(1))
    _ = store.commit()
    store.beginPass()
    let first = store.nextDirty()
    #expect(first == buttons[0])
    store.removeButton(buttons[0])  // the one being answered
    store.removeButton(buttons[2])  // one still to come
    #expect(store.dirtyCount == 2)
    #expect(store.nextDirty() == buttons[1])
    #expect(store.nextDirty() == buttons[3])
    #expect(store.nextDirty() == nil)
    #expect(store.subscriberCount(of: store.intern("a")) == 2)
  }

  @Test func aNewButtonInARemovedOnesSlotIsNotDirtyForIt() {
    let store = Store()
    let old = store.addButton(reading: "a")
    let other = store.addButton(reading: "a")
    store.set("a", .int(1))
    _ = store.commit()
    store.beginPass()
    let generation = store.generation(of: old)
    store.removeButton(old)
    let new = store.addButton(reading: "b")
    #expect(new == old)
    #expect(store.generation(of: new) != generation)
    #expect(store.nextDirty() == other)
    #expect(store.nextDirty() == nil)
    store.markDirty(new)
    #expect(store.drain() == [new])
  }

  @Test func aButtonMayBeRemovedBetweenTwoWritesOfOneTick() {
    let store = Store()
    let gone = store.addButton(reading: "a", "b")
    let stays = store.addButton(reading: "a", "b")
    store.set("a", .int(1))
    store.removeButton(gone)
    store.set("b", .int(1))
    #expect(store.commitAndDrain() == [stays])
    #expect(!store.isInUse(gone))
  }

  @Test func aMarkDuringAPassWaitsForTheNext() {
    let store = Store()
    let first = store.addButton()
    let second = store.addButton()
    store.markDirty(first)
    store.markDirty(second)
    store.beginPass()
    #expect(store.nextDirty() == first)
    store.markDirty(first)
    store.markDirty(second)  // still to come: nothing to do
    #expect(store.nextDirty() == second)
    #expect(store.nextDirty() == nil)
    #expect(store.dirtyCount == 1)
    #expect(store.drain() == [first])
  }

  @Test func aPassLeftHalfwayGoesOn() {
    let store = Store()
    let buttons = (0..<3).map { _ in store.addButton() }
    store.markDirty(buttons[0])
    store.markDirty(buttons[1])
    store.beginPass()
    #expect(store.nextDirty() == buttons[0])
    store.markDirty(buttons[2])
    #expect(store.drain() == [buttons[1]])
    #expect(store.drain() == [buttons[2]])
  }

  @Test func aPassMayReadWhatItsCommitFound() {
    let store = Store()
    let buttons = (0..<2).map { _ in store.addButton(reading: "a", "b") }
    store.set("a", .int(1))
    _ = store.commit()
    store.beginPass()
    #expect(store.nextDirty() == buttons[0])
    for value: Int64 in [2, 3] { store.set("a", .int(value)) }
    store.set("b", .int(4))
    store.showsCommitted = true
    #expect(store.get("a") == .int(1) && store.get("b") == nil)
    store.showsCommitted = false
    #expect(store.get("a") == .int(3) && store.get("b") == .int(4))
    #expect(store.nextDirty() == buttons[1])
    #expect(store.commitAndDrain() == buttons)
  }

  @Test func aButtonMayBeTakenBeforeItsTurn() {
    let store = Store()
    let buttons = (0..<3).map { _ in store.addButton(reading: "a") }
    store.set("a", .int(1))
    _ = store.commit()
    store.beginPass()
    #expect(store.nextDirty() == buttons[0])
    #expect(store.takeEarly(buttons[2]))
    #expect(!store.takeEarly(buttons[2]) && !store.takeEarly(buttons[0]))
    store.markDirty(buttons[2])
    #expect(!store.takeEarly(buttons[2]), "it is of the next pass")
    #expect(store.nextDirty() == buttons[1])
    #expect(store.nextDirty() == nil)
    #expect(store.drain() == [buttons[2]])
  }

  @Test func digestAndTagBelongToTheButtonNotToTheSlot() {
    let store = Store()
    let button = store.addButton()
    #expect(store.digest(of: button) == 0)
    store.setDigest(.max, of: button)
    store.setTag(7, of: button)
    #expect(store.digest(of: button) == .max)
    #expect(store.tag(of: button) == 7)
    store.removeButton(button)
    #expect(store.addButton() == button)
    #expect(store.digest(of: button) == 0)
    #expect(store.tag(of: button) == 0)
  }

  @Test func dependenciesAreASet() {
    let store = Store()
    let keys = (0..<6).map { store.intern(UTF8String("k\($0)")) }
    let button = store.addButton()
    store.track(button, [keys[0], keys[1], keys[0], keys[1], keys[0]])
    #expect(store.dependencies(of: button) == [keys[0], keys[1]])
    store.track(button, [keys[1], keys[0]])
    #expect(store.dependencies(of: button) == [keys[0], keys[1]])
    store.track(button, [keys[5], keys[1], keys[5], keys[2]])
    #expect(store.dependencies(of: button) == [keys[1], keys[2], keys[5]])
    #expect(keys.map { store.subscriberCount(of: $0) } == [0, 1, 1, 0, 0, 1])
    store.track(button, [])
    #expect(store.dependencies(of: button) == [])
    #expect(keys.allSatisfy { store.subscriberCount(of: $0) == 0 })
  }

  @Test(arguments: [4, 5, 8, 9, 63, 64, 65, 500, 4_096])
  func manyDependenciesSpillAndComeBack(_ count: Int) {
    let store = Store()
    let keys = (0..<count).map { store.intern(UTF8String("k\($0)")) }
    let button = store.addButton()
    let bystander = store.addButton()
    store.track(bystander, keys)
    store.track(button, keys.reversed() + keys)
    #expect(store.dependencies(of: button) == keys)
    store.set("k0", .int(1))
    store.set(UTF8String("k\(count - 1)"), .int(1))
    #expect(store.commitAndDrain().count == 2)
    let even = keys.filter { $0.rawValue % 2 == 0 }
    store.track(button, even)
    #expect(store.dependencies(of: button) == even)
    store.track(button, [keys[1]])
    store.track(bystander, [])
    #expect(keys.map { store.subscriberCount(of: $0) }.reduce(0, +) == 1)
    store.track(button, keys)
    store.removeButton(button)
    #expect(keys.allSatisfy { store.subscriberCount(of: $0) == 0 })
  }
}
