package import ButtonModel

/// What the configuration says of a scope, and the machine's bounds.
package struct ScopeSettings: Sendable {
  /// One prefix of keys: `stock` stands for `stock` and `stock.*`.
  package struct Prefix: Hashable, Sendable {
    package let name: UTF8String
    package let keyClass: KeyClass

    package init(_ name: UTF8String, _ keyClass: KeyClass = .refuse) {
      self.name = name
      self.keyClass = keyClass
    }

    /// Whether all that another prefix contains is the prefix or under it.
    func covers(_ other: Prefix) -> Bool { other.name.bytes.withUnsafeBytes { contains($0) } }

    /// Whether a name is the prefix or under it.
    func contains(_ key: UnsafeRawBufferPointer) -> Bool {
      StateKey.isName(key, atOrUnder: name)
    }
  }

  package var name: UTF8String
  package var keys: [Prefix]
  /// Prefixes of the ids of buttons whose actions the fleet performs.
  package var buttons: [Prefix]
  /// Prefixes of the ids of buttons whose definitions are shared.
  package var definitions: [Prefix]
  /// Whether this daemon may only read the scope.
  package var isReadOnly = false

  /// The most changes, and bytes of them, that wait for the fleet.
  package var maximumChanges = 10_000
  package var maximumQueueBytes = 8 << 20
  /// The most bytes of requests that are kept until they are stable.
  package var maximumKeptBytes = 64 << 20
  /// The most requests that are sent before the first of them is answered.
  package var window = 512
  package var maximumValueBytes = ScopeSettings.engineValueBytes
  /// The most operations of one request, as the engine's functions have it.
  package static let maximumOperations = 1_024
  /// The most bytes of one value, and of the keys and values that a request makes, as they have it.
  package static let engineValueBytes = 64 << 10
  package static let engineRequestBytes = 256 << 10
  /// The most actions that wait for a group of consumers.
  package var maximumActions = ScopeSettings.maximumActions
  package static let maximumActions = 10_000
  /// How long an action that found no room waits until it is sent again, in nanoseconds.
  package var retryAfter: UInt64 = 1_000_000_000
  /// The engine's functions take 256 KiB of keys and values for a request; lines add a little.
  package var maximumEntryBytes = ScopeSettings.maximumEntryBytes
  package static let maximumEntryBytes = 264 << 10
  package var maximumSnapshotBytes = 256 << 20
  /// Behind by more entries than this and than there are keys, a daemon takes a snapshot.
  package var longestTail: UInt64 = 1_000

  /// How long the history must hold after an answer until its request is forgotten, in nanoseconds.
  package var stableAfter: UInt64 = 30_000_000_000
  /// How often a daemon asks whether its cursor is still in the history.
  package var verifyEvery: UInt64 = 5_000_000_000
  /// How long a link may say nothing while a join is due. An engine holds the answer back for 5 s where it
  /// waits for the log, and a link then finds out within 7 s that it is gone.
  package var joinTimeout: UInt64 = 13_000_000_000
  /// How long a request that is answered by the fleet waits for a lost connection.
  package var answerTimeout: UInt64 = 5_000_000_000
  /// Whether clients are answered only when the link has said the outcome: it waits for replicas, or for
  /// the disk, while the entry comes at once.
  package var answersByOutcome = false
  /// Whether an outcome comes when the change is on the engine's disk.
  package var outcomesAreSynced = false
  /// How long the scope may be out of reach before its looks are marked as stale.
  package var grace: UInt64 = 5_000_000_000

  /// Tests omit one to see it missed.
  package var rules = ScopeRules.all

  package init(
    name: UTF8String, keys: [Prefix], buttons: [Prefix] = [], definitions: [Prefix] = []
  ) {
    self.name = name
    self.keys = keys
    self.buttons = buttons
    self.definitions = definitions
  }

  /// The prefix that a key, or `!` and the id of a button, belongs to.
  func prefix(of key: UTF8String) -> Prefix? {
    key.bytes.withUnsafeBytes { bytes in
      if bytes.first != UInt8(ascii: "!") { return longest(keys, bytes) }
      return longest(definitions, UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    }
  }

  /// Whether the fleet performs a button's action.
  func performs(_ button: UTF8String) -> Bool {
    button.bytes.withUnsafeBytes { longest(buttons, $0) != nil }
  }

  /// The class of an operation: what its key's class does not let wait is not let wait.
  func keyClass(of operation: StateOperation) -> KeyClass {
    let keyClass = prefix(of: operation.key)?.keyClass ?? .refuse
    guard keyClass == .count else { return keyClass }
    switch operation.kind {
    case .increment, .append: return .count
    case .set, .remove, .toggle, .merge: return .refuse
    }
  }

  /// The class of what happens beside operations: an action waits if its button may.
  func keyClass(of effect: FleetEffect) -> KeyClass {
    switch effect {
    case .done: return .refuse
    case .action(let button, _):
      let rule = button.bytes.withUnsafeBytes { longest(buttons, $0)?.keyClass }
      return rule ?? .refuse == .refuse ? .refuse : .count
    }
  }

  /// Whether a key of a request or an entry is a well-formed name.
  package static func isWellFormed(_ key: UTF8String) -> Bool {
    key.bytes.withUnsafeBytes { bytes in
      if bytes.first != UInt8(ascii: "!") { return StateKey.isValid(bytes) }
      return ButtonDefinition.isValidID(UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    }
  }

  private func longest(_ prefixes: [Prefix], _ key: UnsafeRawBufferPointer) -> Prefix? {
    var best: Prefix?
    for prefix in prefixes
    where prefix.name.bytes.count > (best?.name.bytes.count ?? 0) && prefix.contains(key) {
      best = prefix
    }
    return best
  }
}
