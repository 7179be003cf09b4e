package import ButtonModel

/// A scope's configuration, and built-in bounds.
package struct ScopeSettings: Sendable {
  /// A prefix of keys: `stock` stands for `stock` and `stock.*`.
  package struct Prefix: Hashable, Sendable {
    package let name: UTF8String
    package let keyClass: KeyClass

    package init(_ name: UTF8String, _ keyClass: KeyClass = .refuse) {
      self.name = name
      self.keyClass = keyClass
    }

    /// All names in the other prefix are in this one.
    func covers(_ other: Prefix) -> Bool { other.name.bytes.withUnsafeBytes { contains($0) } }

    func contains(_ key: UnsafeRawBufferPointer) -> Bool {
      StateKey.isName(key, atOrUnder: name)
    }
  }

  package var name: UTF8String
  package var keys: [Prefix]
  /// The ids of buttons whose actions the fleet performs.
  package var buttons: [Prefix]
  /// The ids of buttons whose definitions are shared.
  package var definitions: [Prefix]
  package var isReadOnly = false

  /// Changes that wait for the fleet, and their bytes.
  package var maximumChanges = 10_000
  package var maximumQueueBytes = 8 << 20
  /// Requests that are not stable yet.
  package var maximumKeptBytes = 64 << 20
  /// The most requests in flight.
  package var window = 512
  package var maximumValueBytes = ScopeSettings.engineValueBytes
  /// Per request; a limit of the engine's functions.
  package static let maximumOperations = 1_024
  /// Per value, and per request with its keys and resulting values; limits of the engine's
  /// functions.
  package static let engineValueBytes = 64 << 10
  package static let engineRequestBytes = 256 << 10
  /// The actions that wait for a group of consumers.
  package var maximumActions = ScopeSettings.maximumActions
  package static let maximumActions = 10_000
  /// How long an action without room waits until it is sent again, in nanoseconds.
  package var retryAfter: UInt64 = 1_000_000_000
  /// The engine's functions take 256 KiB of keys and values for a request; lines add a little.
  package var maximumEntryBytes = ScopeSettings.maximumEntryBytes
  package static let maximumEntryBytes = 264 << 10
  package var maximumSnapshotBytes = 256 << 20
  /// A daemon behind by more entries than this, and than there are keys, takes a snapshot.
  package var longestTail: UInt64 = 1_000

  /// How long the history must hold after an answer until its request is forgotten, in nanoseconds.
  package var stableAfter: UInt64 = 30_000_000_000
  /// How often a daemon asks whether its cursor is still in the history.
  package var verifyEvery: UInt64 = 5_000_000_000
  /// How long a link may be silent while a join is due. An engine that waits for the log delays the
  /// answer by 5 s, and a link then notices within 7 s that the engine is gone.
  package var joinTimeout: UInt64 = 13_000_000_000
  /// How long a request that the fleet answers waits for a lost connection.
  package var answerTimeout: UInt64 = 5_000_000_000
  /// Clients are answered only when the link has reported the outcome: that waits for replicas, or
  /// for the disk, while the entry arrives at once.
  package var answersByOutcome = false
  /// An outcome means that the change is on the engine's disk.
  package var outcomesAreSynced = false
  /// How long the scope may be out of reach before its looks are marked as stale.
  package var grace: UInt64 = 5_000_000_000

  /// All but in tests, which omit one.
  package var rules = ScopeRules.all

  package init(
    name: UTF8String, keys: [Prefix], buttons: [Prefix] = [], definitions: [Prefix] = []
  ) {
    self.name = name
    self.keys = keys
    self.buttons = buttons
    self.definitions = definitions
  }

  /// The prefix of a key, or of `!` and a button's id.
  func prefix(of key: UTF8String) -> Prefix? {
    key.bytes.withUnsafeBytes { bytes in
      if bytes.first != UInt8(ascii: "!") { return longest(keys, bytes) }
      return longest(definitions, UnsafeRawBufferPointer(rebasing: bytes.dropFirst()))
    }
  }

  func performs(_ button: UTF8String) -> Bool {
    button.bytes.withUnsafeBytes { longest(buttons, $0) != nil }
  }

  /// An operation waits only if its key's class allows it for this kind of operation.
  func keyClass(of operation: StateOperation) -> KeyClass {
    let keyClass = prefix(of: operation.key)?.keyClass ?? .refuse
    guard keyClass == .count else { return keyClass }
    switch operation.kind {
    case .increment, .append: return .count
    case .set, .remove, .toggle, .merge: return .refuse
    }
  }

  /// An action may wait if its button's class allows it.
  func keyClass(of effect: FleetEffect) -> KeyClass {
    switch effect {
    case .done: return .refuse
    case .action(let button, _):
      let rule = button.bytes.withUnsafeBytes { longest(buttons, $0)?.keyClass }
      return rule ?? .refuse == .refuse ? .refuse : .count
    }
  }

  /// A state key, or `!` and a button's id.
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
