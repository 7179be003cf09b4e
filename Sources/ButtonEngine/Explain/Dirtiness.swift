/// What made a button dirty. The keys need no record: they are the dependencies that changed.
struct Dirtiness {
  /// Causes besides a changed key.
  struct Causes: OptionSet, Sendable {
    let rawValue: UInt8

    /// It was defined, patched or restored.
    static let definition = Causes(rawValue: 1)
    /// A press began or ended.
    static let press = Causes(rawValue: 2)
    /// A client requested an update.
    static let request = Causes(rawValue: 4)
    /// The plugin requested an update.
    static let plugin = Causes(rawValue: 8)
    /// The plugin has a new worker or another version, or was installed or removed.
    static let worker = Causes(rawValue: 16)
    /// A new trait set came into use that the plugin has not answered for.
    static let traits = Causes(rawValue: 32)
    /// The look was stale for too long.
    static let stale = Causes(rawValue: 64)
    /// Its group was defined or removed.
    static let group = Causes(rawValue: 128)

    /// The names on the wire, in the order of the bits.
    var names: [String] {
      let all: [(Causes, String)] = [
        (.definition, "definition"), (.press, "press"), (.request, "request"),
        (.plugin, "plugin"), (.worker, "worker"), (.traits, "traits"), (.stale, "stale"),
        (.group, "group"),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }
  }

  /// The frame that took the button in.
  private(set) var tick: UInt64 = 0
  /// The commit whose changed keys made it dirty; 0 if no key did.
  private(set) var commit: UInt64 = 0
  private(set) var causes: Causes = []
  /// The causes since then.
  private var next: Causes = []

  mutating func add(_ cause: Causes) { next.insert(cause) }

  /// A tick takes the button in.
  mutating func begin(tick: UInt64, commit: UInt64) {
    self.tick = tick
    self.commit = commit
    causes = next
    next = []
  }
}
