import TestSupport
import Testing

extension DaemonTests {
  /// The outline style under changes: whatever came before, the look is the table's for the state.
  @Suite struct OutlineTests {
    /// What a button is doing, as far as a test can make it.
    private struct Doing: Hashable {
      var isHighlighted = false
      var isDisabled = false
      var isSelected = false

      /// The state's name in the table.
      var name: String {
        let bits = [
          (isHighlighted, "highlighted"), (isDisabled, "disabled"), (isSelected, "selected"),
        ]
        let names = bits.filter(\.0).map(\.1)
        return names.isEmpty ? "normal" : names.joined(separator: "+")
      }
    }

    /// The looks of the table by state: the tint's on a light display.
    private static func looks() throws -> [String: LookCase] {
      var looks: [String: LookCase] = [:]
      for row in try LookCase.table("outline") where row.row == "\(row.state) light tint" {
        looks[row.state] = row
      }
      return looks
    }

    private static let definition = """
      {"buttons":[{"id":"outline","style":"outline/outline","configuration":{"title":"Title"},\
      "isEnabled":{"state":"outline.isDisabled","equals":false},\
      "isSelected":{"state":"outline.isSelected"}}],"wait":"published"}
      """

    /// A daemon with the button, enabled.
    private func daemon() throws -> (DaemonProcess, TestClient) {
      let daemon = try DaemonProcess()
      try daemon.waitForPlugins()
      let client = try daemon.connect()
      try client.call("state.set", #"{"values":{"outline.isDisabled":false}}"#)
      try client.call("buttons.define", Self.definition)
      return (daemon, client)
    }

    @Test(
      arguments: [
        "select press lift press lift press lift deselect",
        "press select lift press deselect lift",
        "disable enable disable enable",
        "select disable enable deselect disable deselect enable",
        "press disable enable press lift",
        "select press disable deselect enable",
      ])
    func everyStepOfASequenceIsTheTables(sequence: String) throws {
      let (_, client) = try daemon()
      let looks = try Self.looks()
      var doing = Doing()
      for step in sequence.split(separator: " ") {
        try take(String(step), client, &doing)
        try client.call("sync")
        let look = try #require(client.record("outline")["appearance"])
        #expect(try #require(looks[doing.name]).mismatch(look) == nil, "\(step) → \(doing.name)")
      }
    }

    @Test func theLookAfterAThousandRandomChangesIsTheTables() throws {
      var seed = Seed()
      let (daemon, client) = try daemon()
      let (watcher, _) = try daemon.watch("outline")
      let looks = try Self.looks()
      let steps = ["press", "lift", "select", "deselect", "disable", "enable"]
      for _ in 0..<scaled(5) {
        var doing = Doing()
        for step in ["lift", "deselect", "enable"] { try take(step, client, &doing) }
        for _ in 0..<1_000 {
          try take(steps[Int.random(in: 0..<steps.count, using: &seed)], client, &doing)
          if Int.random(in: 0..<16, using: &seed) == 0 { try client.call("sync") }
        }
        try client.call("sync")
        let record = try client.record("outline")
        let look = try #require(record["appearance"])
        #expect(try #require(looks[doing.name]).mismatch(look) == nil, "\(doing.name): \(record)")
      }
      for frame in try watcher.notificationsSoFar() {
        let look = try #require(frame["params"]?.record("outline")?["appearance"])
        let shown = Doing(
          isHighlighted: look["isHighlighted"] == .bool(true),
          isDisabled: look["isEnabled"] == .bool(false),
          isSelected: look["isSelected"] == .bool(true))
        #expect(try #require(looks[shown.name]).mismatch(look) == nil, "\(shown.name)")
      }
    }

    /// Takes a step, and notes what the button is doing then: pressing a disabled button is refused,
    /// and disabling it ends the press.
    private func take(_ step: String, _ client: TestClient, _ doing: inout Doing) throws {
      switch step {
      case "press":
        if doing.isHighlighted { return }
        if doing.isDisabled {
          _ = try client.refusal(of: "press.began", #"{"id":"outline"}"#)
        } else {
          try client.call("press.began", #"{"id":"outline"}"#)
          doing.isHighlighted = true
        }
      case "lift":
        if !doing.isHighlighted { return }
        try client.call("press.ended", #"{"id":"outline"}"#)
        doing.isHighlighted = false
      case "select", "deselect":
        doing.isSelected = step == "select"
        try set("outline.isSelected", doing.isSelected, client)
      default:
        doing.isDisabled = step == "disable"
        if doing.isDisabled { doing.isHighlighted = false }
        try set("outline.isDisabled", doing.isDisabled, client)
      }
    }

    private func set(_ key: String, _ value: Bool, _ client: TestClient) throws {
      try client.call("state.set", #"{"values":{"\#(key)":\#(value)}}"#)
    }
  }
}
