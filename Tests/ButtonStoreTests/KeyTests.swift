import ButtonModel
import ButtonStore
import Testing

struct KeyTests {
  @Test func aNameHasOneIdAndAnIdOneName() {
    let store = Store()
    let names = (0..<5_000).map { UTF8String("group.\($0).count") }
    let keys = names.map { store.intern($0) }
    #expect(Set(keys).count == names.count)
    #expect(names.map { store.intern($0) } == keys)
    #expect(names.map { store.key(named: $0) } == keys)
    #expect(keys.map { store.name(of: $0) } == names)
    #expect(store.key(named: "group.5000.count") == nil)
    #expect(store.keyCount == names.count)
  }

  @Test func theRevisionGrowsWithChangeSetsThatChangeSomething() {
    let store = Store()
    store.revision = 41
    let (a, b) = (store.intern("a"), store.intern("b"))
    let revision = store.nextRevision
    #expect(store.write(a, .int(1), revision: revision) == true)
    #expect(store.write(b, .int(1), revision: revision) == true)
    #expect(store.revision == 42)
    #expect(store.write(a, .int(1), revision: store.nextRevision) == false)
    #expect(store.revision == 42)
    #expect(store.changedAt(a) == 42)
  }

  @Test func changedAtCountsAWriteThatWasWrittenBack() {
    let store = Store()
    let key = store.intern("a")
    _ = store.write(key, .int(1), revision: 1)
    _ = store.commit()
    _ = store.write(key, .int(2), revision: 2)
    _ = store.write(key, .int(1), revision: 3)
    _ = store.commit()
    #expect(store.changedAt(key) == 3)
    #expect(store.committedAt(key) == 1)
    #expect(store.commitSequence == 1)
  }

  @Test func anAnswerIsStaleOnlyWhenAKeyItReadWasCommittedLater() {
    let store = Store()
    let (a, b) = (store.intern("a"), store.intern("b"))
    store.set("a", .int(1))
    _ = store.commit()
    let sentAt = store.commitSequence
    store.set("b", .int(1))
    #expect(store.committedAt(b) <= sentAt)  // written, not yet committed
    _ = store.commit()
    #expect(store.committedAt(a) <= sentAt)
    #expect(store.committedAt(b) > sentAt)
  }

  @Test func theChangesOfACommitAreListedOnce() {
    let store = Store()
    let (a, b, c) = (store.intern("a"), store.intern("b"), store.intern("c"))
    store.set("b", .int(1))
    store.set("a", .int(1))
    store.set("c", .int(1))
    store.set("b", .int(2))
    store.set("c", nil)
    #expect(store.hasUncommittedWrites)
    #expect(store.commit() == 2)
    #expect(store.committedChanges == [b, a])
    #expect(!store.hasUncommittedWrites)
    #expect(store.committedAt(c) == 0)
    #expect(store.commit() == 0)
    #expect(store.committedChanges == [])
  }

  @Test func presentKeysAndTheirBytesAreCounted() {
    let store = Store()
    store.set("abc", .int(1))
    #expect((store.presentKeyCount, store.valueBytes) == (1, 11))
    store.set("abc", .string("12345"))
    #expect((store.presentKeyCount, store.valueBytes) == (1, 8))
    store.set("d", .json("[1]"))
    #expect((store.presentKeyCount, store.valueBytes) == (2, 12))
    _ = store.intern("absent")
    store.set("abc", nil)
    #expect((store.presentKeyCount, store.valueBytes) == (1, 4))
    store.set("d", nil)
    #expect((store.presentKeyCount, store.valueBytes) == (0, 0))
  }

  @Test func keysComeInTheOrderOfTheirNames() {
    let store = Store()
    for name in ["b", "a.z", "a", "a-b", "a.b.c", "a.b", "ab", "A", "a.b-c", "0"] {
      store.set(UTF8String(name), .int(1))
    }
    _ = store.intern("a.absent")
    let all = ["0", "A", "a", "a-b", "a.b", "a.b-c", "a.b.c", "a.z", "ab", "b"]
    #expect(store.names() == all)
    #expect(store.names(under: "a") == ["a", "a.b", "a.b-c", "a.b.c", "a.z"])
    #expect(store.names(under: "a.b") == ["a.b", "a.b.c"])
    #expect(store.names(under: "c") == [])
    #expect(store.names(after: "a-b", limit: 2) == ["a.b", "a.b-c"])
    #expect(store.names(after: "aa") == ["ab", "b"])
    #expect(store.names(under: "a", after: "A") == ["a", "a.b", "a.b-c", "a.b.c", "a.z"])
    #expect(store.names(under: "a", after: "a") == ["a.b", "a.b-c", "a.b.c", "a.z"])
    #expect(store.names(under: "a", after: "a-b", limit: 1) == ["a.b"])
    #expect(store.names(under: "a", after: "a.b-c") == ["a.b.c", "a.z"])
    #expect(store.names(under: "a", after: "b") == [])
    store.set("a.b", nil)
    store.set("a.c", .int(1))
    #expect(store.names(under: "a") == ["a", "a.b-c", "a.b.c", "a.c", "a.z"])
    store.set("a.b", .int(1))
    #expect(store.names(under: "a.b") == ["a.b", "a.b.c"])
  }

  @Test func pagesOfALimitAndAfterGiveEveryKeyOnce() {
    let store = Store()
    let names = (0..<1_000).map { "k.\($0)" }
    for name in names.shuffled() { store.set(UTF8String(name), .int(1)) }
    var seen: [String] = []
    while true {
      let page = store.names(under: "k", after: seen.last.map { UTF8String($0) }, limit: 7)
      if page.isEmpty { break }
      seen += page
      store.set(UTF8String("a\(seen.count)"), .int(1))  // keys created between pages
    }
    #expect(seen == names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
  }

  @Test func whatChangedSinceARevisionIncludesRemovals() {
    let store = Store()
    let (a, b, c) = (store.intern("a"), store.intern("b"), store.intern("c"))
    _ = store.write(a, .int(1), revision: 1)
    _ = store.write(b, .int(1), revision: 2)
    _ = store.write(c, .int(1), revision: 3)
    _ = store.write(b, nil, revision: 4)
    var changed: [KeyID] = []
    let end = store.keys(changedAfter: 2) { key in
      changed.append(key)
      return true
    }
    #expect(changed == [b, c])
    #expect(end == nil)
  }

  @Test func whatChangedIsFoundAPartAtATime() {
    let store = Store()
    for number in 1...10 {
      _ = store.write(store.intern(UTF8String("k\(number)")), .int(1), revision: UInt64(number))
    }
    var changed: [KeyID] = []
    var place: Int? = 0
    var parts = 0
    while let first = place {
      parts += 1
      place = store.keys(changedAfter: 2, from: first, atMost: 3) { key in
        changed.append(key)
        return changed.count != 5
      }
    }
    #expect(changed == (3...10).map { store.intern(UTF8String("k\($0)")) })
    // Keys 1 to 3, 4 to 6, 7, 8 to 10.
    #expect(parts == 4)
  }

  @Test func anUnlistedKeyMarksItsReadersAndIsCountedNowhere() {
    let store = Store()
    let button = store.addButton(reading: "listed", "unlisted")
    let key = store.intern("unlisted")
    #expect(store.setHidden(key, .int(1)))
    #expect(!store.setHidden(key, .int(1)))
    #expect(store.commitAndDrain() == [button])
    #expect(store.committedChanges == [key])
    #expect(store.presentKeyCount == 0)
    #expect(store.valueBytes == 0)
    #expect(store.revision == 0)
    #expect(store.names().isEmpty)
    _ = store.keys(changedAfter: 0) { _ in
      Issue.record("an unlisted key is told of")
      return true
    }
    #expect(store.value(of: key) == .int(1))

    #expect(store.setHidden(key, nil))
    #expect(store.commitAndDrain() == [button])
    store.removeButton(button)
    _ = store.commit()
    store.recycleUnused()
    #expect(store.keyCount == 0)
  }
}
