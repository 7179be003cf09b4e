import ButtonModel
import ButtonStore
import TestSupport
import Testing

struct MarkingTests {
  @Test func aDiamondOfKeysMarksOnce() {
    let store = Store()
    let button = store.addButton(reading: "left", "right")
    store.set("left", .int(1))
    store.set("right", .int(1))
    #expect(store.commitAndDrain() == [button])
    #expect(store.drain() == [])
  }

  @Test func anEqualValueMarksNobody() {
    let store = Store()
    let button = store.addButton(reading: "a")
    store.set("a", .string("x"))
    #expect(store.commitAndDrain() == [button])
    #expect(store.set("a", .string("x")) == false)
    #expect(store.commit() == 0)
    #expect(store.dirtyCount == 0)
  }

  @Test func writingBackWithinATickPublishesNothing() {
    let store = Store()
    let button = store.addButton(reading: "a")
    store.set("a", .int(1))
    _ = store.commitAndDrain()
    let sequence = store.commitSequence
    #expect(store.set("a", .int(2)) == true)
    #expect(store.get("a") == .int(2))  // a read in the middle
    #expect(store.set("a", .int(1)) == true)
    #expect(store.commit() == 0)
    #expect(store.commitSequence == sequence)
    #expect(store.committedChanges == [])
    #expect(store.dirtyCount == 0)
    store.set("a", .int(3))
    #expect(store.commitAndDrain() == [button])
  }

  @Test func allSeeTheNextWriteAfterANetZeroTickWithAPassInside() {
    let store = Store()
    let first = store.addButton(reading: "a", "b")
    let second = store.addButton(reading: "a")
    store.set("a", .int(1))
    _ = store.commitAndDrain()
    store.set("a", .int(2))
    store.markDirty(first)
    #expect(store.drain() == [first])
    store.track(first, [store.intern("a")])
    store.set("a", .int(1))
    #expect(store.commitAndDrain() == [])
    store.set("a", .int(2))
    #expect(Set(store.commitAndDrain()) == [first, second])
  }

  @Test func aDroppedDependencyNoLongerMarks() {
    let store = Store()
    let button = store.addButton(reading: "switch", "a")
    store.track(button, [store.intern("switch"), store.intern("b")])
    store.set("a", .int(1))
    #expect(store.commitAndDrain() == [])
    store.set("b", .int(1))
    #expect(store.commitAndDrain() == [button])
  }

  @Test func aKeyReadWhileAbsentMarksWhenItIsCreated() {
    let store = Store()
    let button = store.addButton(reading: "later")
    #expect(store.get("later") == nil)
    store.set("later", .null)
    #expect(store.commitAndDrain() == [button])
    #expect(store.get("later") == .null)
  }

  @Test func aRemovedKeyMarks() {
    let store = Store()
    let button = store.addButton(reading: "a")
    store.set("a", .bool(false))
    _ = store.commitAndDrain()
    #expect(store.set("a", nil) == true)
    #expect(store.commitAndDrain() == [button])
    #expect(store.set("a", nil) == false)
  }

  @Test func creatingAndRemovingWithinATickPublishesNothing() {
    let store = Store()
    _ = store.addButton(reading: "a")
    store.set("a", .int(1))
    store.set("a", nil)
    #expect(store.commit() == 0)
    #expect(store.presentKeyCount == 0)
  }

  @Test func tenThousandButtonsOnOneKeyAreMarkedInOrder() {
    let store = Store()
    let buttons = (0..<10_000).map { _ in store.addButton(reading: "all") }
    store.set("all", .int(1))
    #expect(store.commitAndDrain() == buttons)
    for button in buttons where button.rawValue % 2 == 0 { store.removeButton(button) }
    store.set("all", .int(2))
    let left = buttons.filter { $0.rawValue % 2 == 1 }
    #expect(store.commitAndDrain().map(\.rawValue).sorted() == left.map(\.rawValue))
  }

  @Test func anExplicitMarkWaitsInTheSameQueueOnce() {
    let store = Store()
    let button = store.addButton(reading: "a")
    store.markDirty(button)
    store.set("a", .int(1))
    _ = store.commit()
    store.markDirty(button)
    #expect(store.dirtyCount == 1)
    #expect(store.isDirty(button))
    #expect(store.drain() == [button])
    #expect(!store.isDirty(button))
  }

  @Test(arguments: [
    (StateValue.int(1), StateValue.double(1)),
    (.double(0), .double(-0.0)),
    (.null, .bool(false)),
    (.int(0), .bool(false)),
    (.string("1"), .int(1)),
    (.string("[]"), .json("[]")),
    (.string("é"), .string("e\u{301}")),
    (.string(""), .null),
    (.json("[1]"), .json("[2]")),
    (.int(.max), .int(.max - 1)),
  ])
  func valuesThatDifferMark(_ old: StateValue, _ new: StateValue) {
    let store = Store()
    let button = store.addButton(reading: "a")
    store.set("a", old)
    _ = store.commitAndDrain()
    #expect(store.set("a", new) == true)
    #expect(store.commitAndDrain() == [button])
    #expect(store.get("a") == new)
  }

  @Test(arguments: [
    StateValue.null, .bool(true), .int(.min), .double(0.1), .double(-0.0), .string("é"),
    .json("{\"a\":1}"),
  ])
  func equalValuesOfEveryKindMarkNobody(_ value: StateValue) {
    let store = Store()
    _ = store.addButton(reading: "a")
    store.set("a", value)
    _ = store.commitAndDrain()
    #expect(store.set("a", value) == false)
    #expect(store.commitAndDrain() == [])
  }

  @Test(.crashesOwnProcess) func aNumberThatIsNotFiniteNeverBecomesAValue() {
    let store = Store()
    _ = store.write(store.intern("a"), .double(.nan), revision: 1)
  }
}
