import ButtonModel
import ButtonStore
import TestSupport
import Testing

struct RecyclingTests {
  @Test func absentNamesNobodyReadsGrowNothing() {
    let store = Store()
    for round in 0..<1_000 {
      for name in 0..<100 { _ = store.intern(UTF8String("hostile.\(round).\(name)")) }
      store.recycleUnused()
    }
    #expect(store.keyCount == 0)
    #expect(store.keyCapacity <= 100)
  }

  @Test func keysThatWentBeforeTheFirstListingAreFoundAndListedNoMore() {
    let store = Store(rememberedRemovals: 0)
    let names = (0..<5_000).map { UTF8String("k.\($0)") }
    for name in names.shuffled() { store.set(name, .int(1)) }
    _ = store.commit()
    for (index, name) in names.enumerated() where index % 3 != 0 { store.set(name, nil) }
    _ = store.commit()
    _ = store.commit()
    store.recycleUnused()
    let left = names.enumerated().filter { $0.offset % 3 == 0 }.map(\.element)
    #expect(store.keyCount == left.count)
    for (index, name) in names.enumerated() {
      #expect((store.key(named: name) == nil) == (index % 3 != 0), "\(name)")
    }
    let inOrder = left.map(\.string).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    #expect(store.names() == inOrder)
    store.set("k.1", .int(2))
    #expect(store.names(under: "k.1") == ["k.1"])
  }

  @Test func marksFollowTheNameThatAnIdHas() {
    let store = Store()
    let early = store.intern("stock.early")
    _ = store.intern("other.early")
    #expect(!store.marksKeys)
    store.mark(["stock", "order"])
    #expect(store.marksKeys && store.isMarked(early))
    #expect(!store.isMarked(store.intern("other.early")))
    for round in 0..<100 {
      // The ids of one round are those of the round before, under other names.
      for name in 0..<100 {
        let isShared = (round + name).isMultiple(of: 2)
        let prefix = isShared ? ["stock.", "order."][name % 2] : ["stocks.", "cart."][name % 2]
        #expect(store.isMarked(store.intern(UTF8String("\(prefix)\(round).\(name)"))) == isShared)
      }
      store.recycleUnused()
    }
    #expect(store.keyCapacity <= 102)
    #expect(store.isMarked(store.intern("order")) && !store.isMarked(store.intern("orders")))
  }

  @Test func anIdInUseIsNeverGivenBack() {
    let store = Store()
    let present = store.intern("present")
    let read = store.intern("read")
    let written = store.intern("written")
    let changed = store.intern("changed")
    let kept = store.intern("kept")
    let unused = store.intern("unused")
    store.set("present", .int(1))
    store.set("changed", .int(1))
    _ = store.commit()
    let button = store.addButton()
    store.track(button, [read])
    store.set("changed", nil)
    _ = store.commit()
    store.set("written", .int(1))
    store.set("written", nil)
    store.recycleUnused { $0 != kept }
    #expect([present, read, written, changed, kept].allSatisfy { store.isInUse($0) })
    #expect(!store.isInUse(unused))
    #expect(store.key(named: "unused") == nil)
    store.recycleUnused()
    #expect(!store.isInUse(kept))
    store.removeButton(button)
    #expect(store.isInUse(read))
    store.recycleUnused()
    #expect(!store.isInUse(read))
  }

  @Test func aRemovalIsRememberedUntilSoManyOthersCameAfter() {
    let store = Store(rememberedRemovals: 8)
    var keys: [KeyID] = []
    for index in 0..<10 {
      keys.append(store.intern(UTF8String("k\(index)")))
      _ = store.write(keys[index], .int(1), revision: store.nextRevision)
      _ = store.commit()
      _ = store.write(keys[index], nil, revision: store.nextRevision)
    }
    _ = store.commit()
    _ = store.commit()
    store.recycleUnused()
    #expect(store.keyCount == 10)
    #expect(store.forgottenAt == 0)
    let changes = keys.map { store.changedAt($0) }
    #expect(changes == Array(stride(from: 2, through: 20, by: 2)))
    store.set("one more", .int(1))
    store.set("one more", nil)
    _ = store.commit()
    _ = store.commit()
    store.recycleUnused()
    #expect(store.keyCount == 8)
    #expect(store.forgottenAt == 6)
    #expect(!store.isInUse(keys[2]) && store.isInUse(keys[3]))
    let again = store.intern("k0")
    #expect(store.changedAt(again) == 6)
    #expect(store.changedAt(keys[9]) == 20)
  }

  @Test func aKeyRemovedAgainIsRememberedFromItsLastRemoval() {
    let store = Store(rememberedRemovals: 4)
    func remove(_ name: UTF8String) {
      store.set(name, .int(1))
      store.set(name, nil)
      _ = store.commit()
      _ = store.commit()
      store.recycleUnused()
    }
    remove("first")
    for index in 0..<3 { remove(UTF8String("k\(index)")) }
    remove("first")
    for index in 3..<6 { remove(UTF8String("k\(index)")) }
    #expect(store.key(named: "first") != nil)
    #expect(store.key(named: "k0") == nil)
    for index in 6..<12 { remove(UTF8String("k\(index)")) }
    #expect(store.key(named: "first") == nil)
  }

  @Test func theOrderForgetsKeysGivenBack() {
    let store = Store(rememberedRemovals: 0)
    for index in 0..<100 { store.set(UTF8String("k\(index)"), .int(1)) }
    #expect(store.names().count == 100)
    for index in 0..<50 { store.set(UTF8String("k\(index)"), nil) }
    _ = store.commit()
    _ = store.commit()
    store.recycleUnused()
    #expect(store.keyCount == 50)
    for index in 0..<50 { store.set(UTF8String("a\(index)"), .int(1)) }
    #expect(store.keyCapacity == 100)
    #expect(store.names(limit: 3) == ["a0", "a1", "a10"])
    #expect(store.names(after: "a9") == (50..<100).map { "k\($0)" })
  }

  @Test func buttonsComeAndGoInTheSamePlaces() {
    let store = Store()
    let stays = store.addButton(reading: "a", "b", "c", "d", "e", "f")
    let keys = ["a", "b", "c", "d", "e", "f"].map { store.intern($0) }
    for round in 0..<scaled(1_000_000, few: 50_000) {
      let button = store.addButton()
      store.track(button, round % 2 == 0 ? keys : [keys[round % 6]])
      store.markDirty(button)  // never taken out, only removed
      store.removeButton(button)
    }
    #expect(store.buttonCapacity == 2)
    #expect(store.buttonCount == 1)
    #expect(store.dirtyCount == 0)
    #expect(keys.allSatisfy { store.subscriberCount(of: $0) == 1 })
    store.set("f", .int(1))
    #expect(store.commitAndDrain() == [stays])
  }

  @Test func marksKeepTheirOrderWhenRemovedButtonsAreSqueezedOut() {
    let store = Store()
    let buttons = (0..<5_000).map { _ in store.addButton() }
    for button in buttons { store.markDirty(button) }
    for button in buttons where button.rawValue % 3 != 0 { store.removeButton(button) }
    let left = buttons.filter { $0.rawValue % 3 == 0 }
    #expect(store.dirtyCount == left.count)
    store.removeButton(left[1])
    #expect(store.drain() == [left[0]] + left[2...])
  }
}
