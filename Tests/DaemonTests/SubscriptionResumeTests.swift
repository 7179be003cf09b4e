import Glibc
import TestSupport
import Testing

extension DaemonTests {
  /// Random lives of a daemon with its plugins, watched by clients that stay and by such that leave
  /// and resume: both always end with the same looks.
  @Suite struct SubscriptionResumeTests {
    @Test func whoLeavesAndResumesEndsWithTheLooksOfWhoStayed() throws {
      var life = try SubscriptionLife("")
      try life.run(steps: scaled(150))
    }

    @Test func theSameHoldsWhereFramesComeInParts() throws {
      var life = try SubscriptionLife("limits: {frameBytes: 65536}", longTitles: true)
      try life.run(steps: scaled(80))
    }
  }
}

/// One random life: state, definitions, patches, removals, themes, and workers that die.
private struct SubscriptionLife {
  private var random = Seed()
  private let files: ConfiguredFolder
  private let daemon: DaemonProcess
  private let app: TestClient
  private let configuration: String
  private let longTitles: Bool
  private var pairs: [(stayer: SubscriptionWatcher, leaver: SubscriptionWatcher)] = []

  init(_ configuration: String, longTitles: Bool = false) throws {
    files = try ConfiguredFolder("theme: shop\n\(configuration)")
    self.configuration = configuration
    self.longTitles = longTitles
    files.theme(SubscriptionLife.theme("#0000FF"))
    daemon = try DaemonProcess(
      files.arguments, plugins: [.checkout, .themed])
    try daemon.waitForPlugins()
    app = try daemon.connect()
    for params in [
      #"{"match":"*""#, #"{"match":"*","form":"delta""#, #"{"match":{"group":"g0"},"form":"delta""#,
      #"{"match":["b1","b2","b3","b17"],"form":"delta","maxRate":30"#,
      #"{"match":"b1*","form":"delta","maxRate":5,"traits":{"userInterfaceStyle":"dark"}"#,
      #"{"match":{"group":"g1"},"maxRate":30"#,
    ] {
      pairs.append(
        (try SubscriptionWatcher(daemon, params), try SubscriptionWatcher(daemon, params)))
    }
  }

  private static func theme(_ danger: String) -> String {
    ["primary": "#00AA00", "danger": danger].map {
      ##""\##($0)": {"$type": "color", "primary": {"$value": "\##($1)"}, "##
        + ##""secondary": {"$value": "#FFFFFF"}}"##
    }.joined(separator: ",\n")
  }

  private mutating func pick(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func run(steps: Int) throws {
    for _ in 0..<steps {
      for _ in 0...pick(3) { try change() }
      try watch()
    }
    try settle()
    try compare()
    #expect(try daemon.stop().end == .exited(0))
  }

  private mutating func change() throws {
    switch pick(40) {
    case 0...15:
      let value = pick(2) == 0 ? "\(pick(3))" : pick(2) == 0 ? "true" : "false"
      let key = ["checkout.itemCount", "k0", "k1", "k2"][pick(4)]
      try app.call("state.set", #"{"values":{"\#(key)":\#(value)}}"#)
    case 16...25: try app.call("buttons.define", #"{"buttons":[\#(definitions())]}"#)
    case 26...30:
      let group = pick(2) == 0 ? #","group":\#(["null", "\"g0\"", "\"g1\""][pick(3)])"# : ""
      let patch = #"{"id":"b\#(pick(20))","configuration":{"title":"\#(title())"}\#(group)}"#
      // There may be no such button.
      _ = try app.result(orRefusal: try app.request("buttons.patch", patch))
    case 31...34: try app.call("buttons.remove", #"{"ids":["b\#(pick(20))","b\#(pick(20))"]}"#)
    case 35...36:
      files.theme(SubscriptionLife.theme(["#FF0000", "#AA0000"][pick(2)]))
      try app.call("server.reload")
    case 37:
      let workers = try daemon.workers()
      if !workers.isEmpty { kill(workers[pick(workers.count)], SIGKILL) }
    default: try app.call("buttons.setNeedsUpdateConfiguration", #"{"match":"b*"}"#)
    }
  }

  private mutating func title() -> String {
    let title = "T\(pick(3))"
    return longTitles ? title + String(repeating: "t", count: 4_000 + pick(1_000)) : title
  }

  private mutating func definitions() -> String {
    let styles = [
      "filled", "gray", "tinted", "plain", "themed/button", "themed/green",
    ]
    let count = pick(longTitles ? 20 : 5) + 1
    return (0..<count).map { _ in
      var text = #"{"id":"b\#(pick(20))","style":"\#(styles[pick(styles.count)])""#
      text += #","configuration":{"title":"\#(title())"}"#
      if pick(4) == 0 { text += #","handler":"checkout/count""# }
      if pick(3) == 0 { text += #","isSelected":{"state":"k\#(pick(3))"}"# }
      if pick(6) == 0 { text += #","isEnabled":{"state":"k\#(pick(3))"}"# }
      if pick(2) == 0 { text += #","group":"g\#(pick(2))""# }
      return text + "}"
    }.joined(separator: ",")
  }

  private mutating func watch() throws {
    for pair in pairs {
      if pick(6) == 0 { try pair.stayer.update() }
      switch pick(6) {
      case 0...1: try pair.leaver.update()
      case 2: pair.leaver.leave()
      default: break
      }
    }
  }

  /// Every plugin runs again, and everything is published.
  private func settle() throws {
    for plugin in try app.call("plugins.list")["plugins"]?.elements ?? [] {
      try app.call("plugins.reset", #"{"name":"\#(plugin["name"]?.string ?? "")"}"#)
    }
    try daemon.waitForPlugins()
    try wait(for: "everything settled") { try daemon.figure("unsettled") == 0 }
    try app.call("sync")
  }

  private func compare() throws {
    for (stayer, leaver) in pairs {
      try stayer.update()
      try leaver.update()
      #expect(stayer.complaints.isEmpty, "\(random.value): \(stayer.complaints)")
      #expect(leaver.complaints.isEmpty, "\(random.value): \(leaver.complaints)")
      #expect(stayer.name == leaver.name)
      var looks: [String: [String: JSONTree]] = [:]
      var statuses: [String: JSONTree] = [:]
      var after = ""
      repeat {
        let request = stayer.params.split(separator: #","form""#)[0]
          .split(separator: #","maxRate""#)[0]
        let isDark = stayer.params.contains("dark")
        let traits = isDark ? #","traits":{"userInterfaceStyle":"dark"}"# : ""
        let result = try app.call("buttons.get", request + traits + after + "}")
        for record in result["buttons"]?.elements ?? [] {
          looks[record["id"]?.string ?? ""] = record["appearance"]?.dictionary
          statuses[record["id"]?.string ?? ""] = record["status"]
        }
        after = result["next"].map { #","after":\#($0.text)"# } ?? ""
      } while !after.isEmpty
      for id in Set(looks.keys).union(stayer.looks.keys).union(leaver.looks.keys) {
        let label: Comment = "seed \(random.value): \(id) of \(stayer.params)"
        #expect(stayer.looks[id] == looks[id], label)
        #expect(leaver.looks[id] == looks[id], label)
        #expect(stayer.statuses[id]?["reason"] == statuses[id]?["reason"], label)
        #expect(leaver.statuses[id]?["reason"] == statuses[id]?["reason"], label)
      }
      // A `sync` overrides a rate with whole looks.
      if !stayer.params.contains("delta") {
        #expect(stayer.patches == 0)
      } else if !stayer.params.contains("maxRate") {
        #expect(stayer.patches > 0, "\(stayer.params)")
      }
      #expect(leaver.resumptions > 0)
    }
  }
}

extension TestClient {
  /// The result of a request, nil where it was refused.
  fileprivate func result(orRefusal id: Int) throws -> JSONTree? {
    do { return try result(of: id) } catch is Refused { return nil }
  }
}
