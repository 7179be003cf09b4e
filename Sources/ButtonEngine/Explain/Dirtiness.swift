/// What made a button dirty, kept small: all that cannot be found out when it is asked for.
///
/// Which keys it was follows from the commit: they are those of its dependencies that changed in it.
struct Dirtiness {
  /// Causes besides a changed key.
  struct Causes: OptionSet, Sendable {
    let rawValue: UInt8

    /// It was defined, patched or restored.
    static let definition = Causes(rawValue: 1)
    /// A press of it began or ended.
    static let press = Causes(rawValue: 2)
    /// A client asked for an update.
    static let request = Causes(rawValue: 4)
    /// The plugin asked for one.
    static let plugin = Causes(rawValue: 8)
    /// The plugin has a new worker, is another version, or came or went.
    static let worker = Causes(rawValue: 16)
    /// Traits came into use for which the plugin had not been asked.
    static let traits = Causes(rawValue: 32)
    /// The last good look was too old to be kept without its plugin.
    static let stale = Causes(rawValue: 64)

    /// The names on the wire, in the order of the bits.
    var names: [String] {
      let all: [(Causes, String)] = [
        (.definition, "definition"), (.press, "press"), (.request, "request"),
        (.plugin, "plugin"), (.worker, "worker"), (.traits, "traits"), (.stale, "stale"),
      ]
      return all.filter { contains($0.0) }.map(\.1)
    }
  }

  /// The frame that took it in.
  private(set) var tick: UInt64 = 0
  /// The commit in which keys changed then; 0 when none did.
  private(set) var commit: UInt64 = 0
  private(set) var causes: Causes = []
  /// What has made it dirty since.
  private var next: Causes = []

  /// Notes why the button is dirty now.
  mutating func add(_ cause: Causes) { next.insert(cause) }

  /// A tick takes the button in.
  mutating func begin(tick: UInt64, commit: UInt64) {
    self.tick = tick
    self.commit = commit
    causes = next
    next = []
  }
}
