import ButtonModel
import ButtonStore
import TestSupport
import Testing

/// The same random deeds done to the store and to a naive model; they must never differ.
struct DifferentialTests {
  /// Dictionaries and sets, one obvious line per rule.
  private struct Model {
    var values: [UTF8String: StateValue] = [:]
    var committed: [UTF8String: StateValue] = [:]
    var dependencies: [ButtonSlot: Set<UTF8String>] = [:]
    var dirty: Set<ButtonSlot> = []

    mutating func commit() -> Set<UTF8String> {
      let changed = Set(values.keys).union(committed.keys).filter { values[$0] != committed[$0] }
      for (button, names) in dependencies where !names.isDisjoint(with: changed) {
        dirty.insert(button)
      }
      committed = values
      return changed
    }
  }

  @Test func theStoreAgreesWithANaiveModel() throws {
    var random = Seed()
    for _ in 0..<scaled(40, few: 8) { try play(&random) }
  }

  private func play(_ random: inout Seed) throws {
    let store = Store(rememberedRemovals: Int.random(in: 0...8, using: &random))
    var model = Model()
    var marks = 0
    var expectedMarks = 0
    let names = (0..<Int.random(in: 1...150, using: &random)).map { UTF8String("k.\($0)") }
    for _ in 0..<2_000 {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<40:
        let name = names[Int.random(in: 0..<names.count, using: &random)]
        let value = Self.value(&random)
        let changed = store.write(store.intern(name), value, revision: store.nextRevision)
        #expect(changed == (model.values[name] != value))
        model.values[name] = value
      case 40..<55:
        let button = store.addButton()
        #expect(model.dependencies[button] == nil)
        model.dependencies[button] = []
        track(button, store, &model, names, &random)
      case 55..<65:
        guard let button = model.dependencies.keys.min(by: { $0.rawValue < $1.rawValue }) else {
          continue
        }
        store.removeButton(button)
        model.dependencies[button] = nil
        model.dirty.remove(button)
      case 65..<75:
        guard let button = model.dependencies.keys.max(by: { $0.rawValue < $1.rawValue }) else {
          continue
        }
        store.markDirty(button)
        model.dirty.insert(button)
      case 75..<80: store.recycleUnused()
      default:
        let changed = model.commit()
        #expect(store.commit() == changed.count)
        #expect(Set(store.committedChanges.map { store.name(of: $0) }) == changed)
        #expect(store.dirtyCount == model.dirty.count)
        expectedMarks += model.dirty.count
        marks += pass(store, &model, names, &random)
      }
    }
    #expect(marks == expectedMarks)
    try check(store, model)
  }

  /// A pass in which buttons read other keys, and some are removed before their turn.
  private func pass(
    _ store: Store, _ model: inout Model, _ names: [UTF8String], _ random: inout Seed
  ) -> Int {
    var count = 0
    store.beginPass()
    while let button = store.nextDirty() {
      count += 1
      #expect(model.dirty.remove(button) != nil)
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        // Removed ones count as taken, as the model counted them.
        if let other = model.dirty.min(by: { $0.rawValue < $1.rawValue }) {
          store.removeButton(other)
          model.dependencies[other] = nil
          model.dirty.remove(other)
          count += 1
        }
      case 1..<6: track(button, store, &model, names, &random)
      default: break
      }
    }
    #expect(model.dirty.isEmpty)
    return count
  }

  private func track(
    _ button: ButtonSlot, _ store: Store, _ model: inout Model, _ names: [UTF8String],
    _ random: inout Seed
  ) {
    let count = Int.random(in: 0..<10, using: &random) == 0 ? 150 : 6
    let read = (0..<Int.random(in: 0...count, using: &random)).map { _ in
      names[Int.random(in: 0..<names.count, using: &random)]
    }
    store.track(button, read.map { store.intern($0) })
    model.dependencies[button] = Set(read)
  }

  private func check(_ store: Store, _ model: Model) throws {
    #expect(store.presentKeyCount == model.values.count)
    #expect(store.names() == model.values.keys.sorted().map(\.string))
    for (name, value) in model.values { #expect(store.get(name) == value) }
    for (button, names) in model.dependencies {
      #expect(Set(store.dependencies(of: button).map { store.name(of: $0) }) == names)
    }
    for name in Set(model.dependencies.values.joined()) {
      let key = try #require(store.key(named: name))
      let readers = model.dependencies.values.count { $0.contains(name) }
      #expect(store.subscriberCount(of: key) == readers)
    }
  }

  private static func value(_ random: inout Seed) -> StateValue? {
    switch Int.random(in: 0..<6, using: &random) {
    case 0: nil
    case 1: .null
    case 2: .string(UTF8String("s\(Int.random(in: 0...1, using: &random))"))
    case 3: .json("[1,2]")
    case 4: .double(Double(Int.random(in: 0...1, using: &random)))
    default: .int(Int64.random(in: 0...1, using: &random))
    }
  }
}
