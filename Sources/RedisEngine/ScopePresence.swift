import NIOCore
import RESP

/// What a run of a daemon's link says of itself to those who list a scope's daemons. The engine
/// drops what is not renewed, so nobody's clock matters.
struct ScopePresence {
  /// New with each start.
  private let run = RandomName.make()
  private let keys: ScopeKeys
  private let settings: SessionSettings
  private let start = NIODeadline.now()
  private var next = NIODeadline.now()
  private var count = 0
  /// Where the sweep over gone daemons goes on.
  private var position = "0"

  init(_ keys: ScopeKeys, _ settings: SessionSettings) {
    self.keys = keys
    self.settings = settings
  }

  /// A daemon that may only read the scope cannot be listed.
  var isDue: Bool { !settings.isReadOnly && next <= .now() }

  /// `revision` is how far this daemon has the log, `head` how far the history goes.
  mutating func commands(at revision: UInt64, of head: UInt64) -> [RESPCommand] {
    next = .now() + settings.presence
    count += 1
    let own = keys.presence(of: run)
    let seconds = (NIODeadline.now() - start).nanoseconds / 1_000_000_000
    return [
      RESPCommand("HSET", keys.presence, run, ""),
      RESPCommand("EXPIRE", keys.presence, "86400"),
      RESPCommand(
        "HSET", own, "name", settings.name, "version", settings.version, "revision",
        "\(revision)", "behind", "\(head > revision ? head - revision : 0)", "seconds",
        "\(seconds)"),
      RESPCommand("EXPIRE", own, "\(max(1, settings.presence.nanoseconds * 3 / 1_000_000_000))"),
    ]
  }

  // MARK: Those that are gone

  /// The most runs in one step of a sweep.
  private static let atOnce = 64

  /// Asks for runs that may be there; nil while no sweep is due.
  func sweep() -> RESPCommand? {
    count % 4 == 0 ? RESPCommand("HSCAN", keys.presence, position, "COUNT", "16") : nil
  }

  /// Asks which runs are still there.
  mutating func lives(of page: RESPValue) -> [(run: String, command: RESPCommand)] {
    guard let words = page.elements, words.count == 2, let next = words[0].string,
      let fields = words[1].elements
    else { return [] }
    position = next
    // Only some: the engine gives a short list as a whole. This run is there, even if it was held
    // up between saying so and asking.
    let runs = stride(from: 0, to: fields.count, by: 2).compactMap { fields[$0].string }
      .filter { $0 != run }
    return runs.shuffled().prefix(Self.atOnce).map {
      ($0, RESPCommand("TTL", keys.presence(of: $0)))
    }
  }

  func removal(of runs: [String]) -> RESPCommand {
    var command = RESPCommand("HDEL", keys.presence)
    for run in runs { command.append(run) }
    return command
  }
}

extension ScopeSession {
  /// If it is time to. Failures do not end the connection: a daemon without the right is not
  /// listed.
  func showPresence(at revision: UInt64, on reader: EngineConnection) async {
    guard presence.isDue else { return }
    let reply = try? await reader.send(RESPCommand("HGET", keys.meta, "rev"))
    let head = reply?.string.flatMap { UInt64($0) } ?? revision
    for command in presence.commands(at: revision, of: head) { _ = reader.enqueue(command) }
    guard let names = presence.sweep(), let page = try? await reader.send(names) else { return }
    // The more daemons there are, the more rarely each does it: about one does each time.
    if case .integer(let count)? = try? await reader.send(RESPCommand("HLEN", keys.presence)),
      Int64.random(in: 0..<max(1, count)) == 0
    {
      sweep.begin()
    }
    let asked = presence.lives(of: page).map { ($0.run, reader.enqueue($0.command)) }
    var gone: [String] = []
    for (run, reply) in asked {
      if case .integer(-2)? = try? await reply.value() { gone.append(run) }
    }
    if !gone.isEmpty { _ = reader.enqueue(presence.removal(of: gone)) }
  }
}
