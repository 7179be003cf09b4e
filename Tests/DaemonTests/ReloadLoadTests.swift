import Glibc
import TestSupport
import Testing

extension DaemonFileTests {
  /// A plugin that is replaced while the state changes a thousand times a second.
  @Suite struct ReloadLoadTests {
    /// How many versions take turns.
    private static let versions = 6
    private static let perSecond = 1_000

    /// What becomes of the plugin's files in a round.
    private enum Step: CaseIterable {
      case renamed, overwritten, asked
      case crashing, silent, cut, empty, withoutManifest

      /// What is said of the files that it leaves; nil where they are a version that takes over.
      var refusal: String? {
        switch self {
        case .renamed, .overwritten, .asked, .withoutManifest: nil
        case .crashing: "SIGABRT"
        case .silent: "exports no buttond_plugin_v1"
        case .cut: "SIGBUS"
        case .empty: "file too short"
        }
      }
    }

    /// The version whose turn it is.
    private static func version(_ round: Int) -> Int { round % versions + 1 }

    @Test func nothingIsLostAndNothingIsMixedWhileVersionsComeAndGo() throws {
      let tally = try TallyVersions(Self.versions)
      try tally.build("crashing", TallyVersions.resolve(90, "abort();"))
      try tally.build("silent", source: "int nothing(void) { return 1; }\n")
      let daemon = try DaemonProcess(
        tally.shelf.arguments, environment: ["BUTTOND_PLUGIN_FIGURES": "settleTimeMs=20"])
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call(
        "buttons.define", #"{"buttons":[{"id":"t","style":"tally/look"}],"wait":"published"}"#)
      let administrator = try daemon.connect()
      try administrator.call("plugins.subscribe")
      let (watcher, _) = try daemon.watch("t")
      var feed = Feed(client, perSecond: Self.perSecond)
      var record = Record()
      let worker = try daemon.worker(of: "tally")
      var isReplaced = false
      let rounds = scaled(8)
      for round in 0..<rounds {
        let step = Step.allCases[round % Step.allCases.count]
        try prepare(step, tally, round)
        if step == .asked { _ = try administrator.request("plugins.reload", #"{"name":"tally"}"#) }
        let deadline = Deadline()
        var isDecided = false
        while !isDecided, !deadline.hasPassed {
          try feed.next()
          for frame in try watcher.notifications(until: feed.deadline) { record.take(frame) }
          let news = try administrator.notifications(until: Deadline(seconds: 0))
          isDecided =
            if let refusal = step.refusal {
              news.contains {
                $0["params"]?["plugin"]?["lastError"]?.string?.contains(refusal) == true
              }
            } else {
              record.version == Self.version(round)
            }
        }
        #expect(isDecided, "\(step) has no effect")
        if try daemon.worker(of: "tally") != worker { isReplaced = true }
      }
      // The last version is a sound one, and shows the last state.
      try prepare(.renamed, tally, Self.versions)
      let last = Self.version(Self.versions)
      let deadline = Deadline()
      while record.version != last || record.count != feed.count, !deadline.hasPassed {
        for frame in try watcher.notifications(until: Deadline(seconds: 0.05)) {
          record.take(frame)
        }
      }
      #expect(record.count == feed.count, "the last state is shown")
      #expect(record.version == last)
      #expect(record.mixed == [], "every look is of one version")
      #expect(record.backwards == [], "no look is of an earlier state than the one before")
      #expect(record.statuses == [], "the plugin was there all the time")
      #expect(record.versions.count > 2, "versions took over: \(record.versions)")
      #expect(isReplaced)
      let plugins = try daemon.connect().call("plugins.list")["plugins"]?.elements ?? []
      let plugin = plugins.first { $0["name"]?.string == "tally" }
      #expect(plugin?["deaths"]?.int == 0, "no worker in force died")
      #expect(plugin?["restarts"]?.int == 0)
      let rate = Double(feed.count) / Double(Deadline.now - feed.start) * 1e9
      print(
        "\(rounds) rounds, \(feed.count) sets at \(Int(rate)) a second, \(record.frames) frames, "
          + "\(record.changes) changes of version, \(record.mixed.count) mixed, "
          + "\(record.backwards.count) backwards")
      #expect(try daemon.stop().leftWorkers == [])
    }

    private func prepare(_ step: Step, _ tally: TallyVersions, _ round: Int) throws {
      let sound = "v\(Self.version(round))"
      switch step {
      case .renamed, .asked: try tally.place(sound, .renamed)
      case .overwritten: try tally.place(sound, .overwritten)
      case .crashing: try tally.place("crashing")
      case .silent: try tally.place("silent")
      case .cut: try tally.place(Array(try tally.bytes(sound).prefix(4_000)), .overwritten)
      case .empty: try tally.place([], .overwritten)
      case .withoutManifest:
        let path = tally.shelf.path("tally", "plugin.json")
        rename(path, path + ".away")
        try tally.place(sound)
        rename(path + ".away", path)
      }
    }
  }
}

/// A client that changes the state at a rate, and waits for no answer.
private struct Feed {
  let start = Deadline.now
  private let client: TestClient
  private let interval: UInt64
  /// The last value set.
  private(set) var count = 0

  init(_ client: TestClient, perSecond: Int) {
    self.client = client
    interval = 1_000_000_000 / UInt64(perSecond)
  }

  /// When the next value is due.
  var deadline: Deadline { Deadline(at: start + UInt64(count) * interval) }

  mutating func next() throws {
    count += 1
    try client.send(
      #"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"shop.count":"\#(count)"}}}"#)
  }
}

/// What was seen of one button.
private struct Record {
  private(set) var frames = 0
  private(set) var version = 0
  private(set) var count = 0
  private(set) var changes = 0
  private(set) var versions: Set<Int> = []
  private(set) var mixed: [String] = []
  private(set) var backwards: [String] = []
  private(set) var statuses: [String] = []

  mutating func take(_ frame: JSONTree) {
    frames += 1
    guard let record = frame["params"]?.record("t") else { return mixed.append(frame.text) }
    if let status = record["status"] { statuses.append(status.text) }
    guard let reading = TallyVersions.reading(record) else { return mixed.append(record.text) }
    if reading.count < count { backwards.append(record.text) }
    if reading.version != version { changes += 1 }
    (version, count) = reading
    versions.insert(version)
  }
}
