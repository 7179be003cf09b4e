import ButtonModel
import ButtonStore

extension Store {
  /// Gives the named key a value, or none, in a change set of its own.
  @discardableResult
  func set(_ name: UTF8String, _ value: StateValue?) -> Bool {
    write(intern(name), value, revision: nextRevision)
  }

  /// The named key's newest value.
  func get(_ name: UTF8String) -> StateValue? { key(named: name).flatMap { value(of: $0) } }

  /// Makes these the button's dependencies.
  func track(_ button: ButtonSlot, _ keys: [KeyID]) {
    keys.withUnsafeBufferPointer { track(button, $0) }
  }

  /// A button that reads these keys.
  func addButton(reading names: UTF8String...) -> ButtonSlot {
    let button = addButton()
    track(button, names.map { intern($0) })
    return button
  }

  /// Commits and takes out the dirty buttons, in order.
  func commitAndDrain() -> [ButtonSlot] {
    _ = commit()
    return drain()
  }

  /// Takes out the dirty buttons, in order.
  func drain() -> [ButtonSlot] {
    beginPass()
    var buttons: [ButtonSlot] = []
    while let button = nextDirty() { buttons.append(button) }
    return buttons
  }

  /// The keys the last commit changed, in order.
  var committedChanges: [KeyID] { (0..<committedChangeCount).map { committedChange($0) } }

  /// The keys the button reads, in order of their ids.
  func dependencies(of button: ButtonSlot) -> [KeyID] {
    (0..<dependencyCount(of: button)).map { dependency($0, of: button) }
      .sorted { $0.rawValue < $1.rawValue }
  }

  /// The names of the keys that have a value, in order.
  func names(
    under: UTF8String? = nil, after: UTF8String? = nil, limit: Int = .max
  ) -> [String] {
    var cursor = keysInOrder(under: under, after: after)
    var names: [String] = []
    while names.count < limit, let key = next(&cursor) { names.append(name(of: key).string) }
    return names
  }

  private func keysInOrder(under: UTF8String?, after: UTF8String?) -> KeyCursor {
    switch (under?.bytes, after?.bytes) {
    case (nil, nil): return keysInOrder()
    case (let under?, nil): return under.withUnsafeBytes { keysInOrder(under: $0) }
    case (nil, let after?): return after.withUnsafeBytes { keysInOrder(after: $0) }
    case (let under?, let after?):
      return under.withUnsafeBytes { under in
        after.withUnsafeBytes { keysInOrder(under: under, after: $0) }
      }
    }
  }
}
