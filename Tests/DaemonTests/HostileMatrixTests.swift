import Glibc
import TestSupport
import Testing

extension HostileDaemonTests {
  /// Whatever a plugin does, the daemon, other plugins and clients go on, and nothing is left of it.
  @Suite(.sharing) struct HostileMatrixTests {
    /// As often as each misdeed is done: a hundred times in the long tests.
    static let rounds = scaled(5, few: 1)

    /// Every misdeed by every user in the long tests; else every other one of each, beginning with any.
    static let pairs = {
      let identities = DaemonIdentity.available
      let first = scaled(1) > 1 ? nil : Int.random(in: 0..<max(1, identities.count))
      return identities.enumerated().flatMap { place, identity in
        HostileCase.all(for: identity).enumerated()
          .filter { index, _ in
            first.map { (index + place + $0).isMultiple(of: identities.count) } ?? true
          }
          .map { (identity, $0.element) }
      }
    }()

    /// The daemon of a user.
    private func home(of identity: DaemonIdentity) throws -> HostileHome {
      try Shared.one("\(identity)") { try HostileHome(as: identity) }
    }

    /// Half a minute in all: most workers die of one button twice, and each is started again.
    @Test(arguments: pairs)
    func aHostilePluginHarmsNobody(identity: DaemonIdentity, hostile: HostileCase) throws {
      let daemon = try HostileDaemon(hostile, in: home(of: identity))
      let memory = try ProcessFile.residentKiB(of: daemon.process.processID)
      for number in 0..<Self.rounds { try daemon.round(number) }
      let growth = try ProcessFile.residentKiB(of: daemon.process.processID) - memory
      #expect(growth < Sanitizer.most(16_384))
      let left = try daemon.leave()
      #expect(left.descriptors <= daemon.before.descriptors)
      #expect(left.children == daemon.before.children)
      #expect(left.villains == 0)
      // What a worker printed over the limit is reported with its next line, or at its end.
      let log = daemon.log
      if !hostile.report.isEmpty { #expect(daemon.isLogged(hostile.report), "\(log)") }
      #expect(!log.contains("\u{1B}"))
      #expect(log.utf8.count < 3 << 20)
    }

    @Test func theDaemonThatHadThemAllStopsAsAnyOther() throws {
      for identity in DaemonIdentity.available {
        let (end, leftWorkers) = try home(of: identity).process.stop()
        #expect(end == .exited(0))
        #expect(leftWorkers == [])
      }
    }
  }
}

extension HostileDaemon {
  /// Has the plugin do what it does once, and everything be well again.
  func round(_ number: Int) throws {
    _ = try watcher.notificationsSoFar()
    if isServed {
      try misbehave(number)
      try recover()
    } else {
      if number > 0 { try client.call("plugins.reset", #"{"name":"\#(plugin)"}"#) }
      _ = try changeNeighbour(number)
      try wait(for: hostile.outcome.rawValue)
      try checkPluginsWord()
      let bad = try client.record("bad")
      #expect(bad.title == "Bad")
      #expect(bad["status"]?["fallback"] == .bool(true))
    }
    #expect(try client.record("neighbour")["status"] == nil)
  }

  /// Changes what the neighbour shows three times; the frames until all have arrived.
  private func changeNeighbour(_ number: Int, with others: String = "") throws -> [JSONTree] {
    var frames: [JSONTree] = []
    for step in 1...3 {
      let count = number * 10 + step
      let values = #""checkout.itemCount":\#(count)\#(step == 1 ? others : "")"#
      try client.call("state.set", #"{"values":{\#(values)}}"#)
      frames += try watcher.frames(until: "Checkout \(count)", of: "neighbour")
    }
    return frames
  }

  private func misbehave(_ number: Int) throws {
    var frames = try changeNeighbour(number, with: #","shop.mode":"bad""#)
    // Nobody waited for the plugin.
    if hostile.hangs { #expect(!frames.contains(where: isVerdict)) }
    if hostile.isLate {
      let first = frames.first { $0.record("neighbour")?.title == "Checkout \(number * 10 + 1)" }
      #expect(first?.record("bad") == nil)
    }
    while !frames.contains(where: isVerdict) { frames.append(try watcher.nextFrame()) }
    #expect(frames.allSatisfy { $0.record("neighbour")?["status"] == nil })
    switch hostile.outcome {
    case .harmless: break
    case .handlerFailed, .poisoned, .quarantined, .failed:
      let status = try client.record("bad")["status"]
      #expect(status?["plugin"]?.string == "org.example.\(plugin)")
      #expect(status?["message"]?.string?.isEmpty == false)
    }
    switch hostile.outcome {
    case .harmless, .handlerFailed: break
    case .poisoned:
      try checkPluginsWord()
      #expect(isLogged("button=bad"))
    case .quarantined, .failed:
      try checkPluginsWord()
      return
    }
    // The plugin's other buttons are well.
    for id in ["good1", "good2"] {
      while true {
        let last = frames.last { $0.record(id) != nil }?.record(id)
        if last?.title == "bad", last?["status"] == nil { break }
        frames.append(try watcher.nextFrame())
      }
    }
  }

  /// Whether a frame says what becomes of the button.
  private func isVerdict(_ frame: JSONTree) -> Bool {
    let record = frame.record("bad")
    return switch hostile.outcome {
    case .harmless: record?.title == "bad" && record?["status"] == nil
    case .handlerFailed, .poisoned, .quarantined, .failed:
      record?["status"]?["reason"]?.string == hostile.outcome.rawValue
    }
  }

  private func checkPluginsWord() throws {
    let error = try status()["lastError"]?.string ?? ""
    #expect(error.contains(hostile.report))
  }

  /// Gives the button a new definition, and the plugin a new chance if it needs one.
  private func recover() throws {
    try client.call("state.set", #"{"values":{"shop.mode":"good"}}"#)
    if hostile.outcome == .quarantined {
      try client.call("plugins.reset", #"{"name":"\#(plugin)"}"#)
    }
    try define()
    try waitForPlugins()
    try client.call("sync")
    for id in ["bad", "good1", "good2"] {
      let record = try client.record(id)
      #expect(record.title == "good")
      #expect(record["status"] == nil)
    }
  }
}
