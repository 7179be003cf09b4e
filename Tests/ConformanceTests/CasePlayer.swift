import FoundationEssentials
import TestSupport

/// Plays a case against the live daemon and says where what happens differs from what is written.
///
/// A step is an object with one of these members:
/// - `define` buttons, `patch`, `remove` ids, `set` values, `update` operations, `needsUpdate` match,
///   `trigger` id, `began`, `moved`, `ended`, `cancelled`, `layout`: the request of that name, which
///   waits until it is published where it can, unless `wait` is false; `call` a method with `params`.
///   `by` is the client, `app` unless given. `answer` is a ``JSONPattern`` for part of the result,
///   `phase` the result's, `warnings` have the texts in them (true: there are some); `refused` wants an error with a `code`,
///   `reason`, `path`, and with the texts of `says` in its message.
/// - `together`: requests as one batch, so in one tick.
/// - `state`: control states by button, `{"b": "selected+highlighted"}`; the client `finger` presses.
/// - `leave`: a client disconnects. `wait` is for what that brings about: `{"leave": "a", "wait": "b"}`
///   waits until the button `b` is shown in another way.
/// - `repeat` a number of times, `steps`.
/// - `expect`: an ``Expectation`` or several; `shows`: members of appearances by button, which `until` waits
///   for; all on the display `on`. `actions`: what was triggered since the last such step, each a ``JSONPattern``.
/// - `files`: texts, or values as JSON, by their paths in the folder of the daemon's configuration;
///   the step after it calls `server.reload`. The case ends with the usual configuration.
/// - `stats`: figures of the daemon by how much they grew since the last such step.
final class CasePlayer {
  private var clients: [String: TestClient] = [:]
  private var displays: [String: ShownButtons] = [:]
  private var figures: JSONTree = .null
  private var highlighted: Set<String> = []
  private var isConfigured = false
  private let plan: ConformanceCase
  /// What differed so far.
  private(set) var differences: [String] = []

  /// Plays a case; what differed, with its place, or nil.
  static func play(_ plan: ConformanceCase) throws -> String? {
    let player = CasePlayer(plan)
    defer { player.cleanUp() }
    for (name, traits) in plan.displays {
      player.displays[name] = try ShownButtons(LiveDaemon.connect(), traits: traits)
    }
    for (index, step) in plan.steps.enumerated() {
      do {
        try player.play(step)
      } catch {
        player.differences.append("\(error)")
      }
      if !player.differences.isEmpty {
        let text = player.differences.joined(separator: "\n  ")
        return "\(plan.place), step \(index) \(step.text):\n  \(text)"
      }
    }
    return nil
  }

  private init(_ plan: ConformanceCase) { self.plan = plan }

  private func play(_ step: JSONTree) throws {
    if let steps = step["together"]?.elements {
      try playTogether(steps)
    } else if let states = step["state"] {
      guard case .object(let members) = states else { throw TestFailure("states by button") }
      for member in members { try put(member.name, in: member.value.string ?? "") }
    } else if let count = step["repeat"]?.int {
      for _ in 0..<count {
        for inner in step["steps"]?.elements ?? [] where differences.isEmpty { try play(inner) }
      }
    } else if let name = step["leave"]?.string {
      clients.removeValue(forKey: name)?.close()
      if let id = step["wait"]?.string { try displays[""]?.waitForNews(of: id) }
    } else if let expectations = step["expect"] {
      try expect(expectations, on: step["on"])
    } else if let shown = step["shows"] {
      try expect(looks(shown), on: step["on"])
    } else if let shown = step["until"] {
      try wait(for: "these looks: \(differences.joined(separator: "; "))") {
        differences = []
        try expect(looks(shown), on: step["on"])
        return differences.isEmpty
      }
    } else if let actions = step["actions"] {
      try expectActions(actions.elements, on: step["on"])
    } else if let files = step["files"] {
      guard case .object(let members) = files else { throw TestFailure("texts by path") }
      for file in members { try write(file.value.string ?? file.value.text, to: file.name) }
    } else if let growth = step["stats"] {
      try expectGrowth(growth)
    } else {
      try send(step)
    }
  }

  // MARK: requests

  private func client(of step: JSONTree) throws -> TestClient {
    let name = step["by"]?.string ?? "app"
    if let client = clients[name] { return client }
    let client = try LiveDaemon.connect()
    try client.call("hello", #"{"client":"\#(name)"}"#)
    clients[name] = client
    return client
  }

  private func send(_ step: JSONTree) throws {
    let request = try StepRequest(step)
    let client = try client(of: step)
    do {
      let result = try client.call(request.method, request.params.text)
      differences += request.differences(in: result)
    } catch let refused as TestClient.Refused {
      differences += request.differences(in: refused)
    }
  }

  private func playTogether(_ steps: [JSONTree]) throws {
    let requests = try steps.map { try StepRequest($0) }
    let client = try client(of: steps.first ?? .null)
    let answers = try client.call(together: requests.map { ($0.method, $0.params.text) })
    for (request, answer) in zip(requests, answers) {
      if let error = answer["error"] {
        differences += request.differences(in: TestClient.Refused(error: error))
      } else {
        differences += request.differences(in: answer["result"] ?? .null)
      }
    }
  }

  /// Brings a button into a control state; the bits but highlighted are patched.
  private func put(_ id: String, in state: String) throws {
    let bits = Set(state.split(separator: "+").map(String.init)).subtracting(["normal"])
    guard bits.isSubset(of: ["highlighted", "disabled", "selected", "focused"]) else {
      throw TestFailure("\(state) is not a state")
    }
    let isHighlighted = bits.contains("highlighted")
    if highlighted.contains(id), !isHighlighted {
      highlighted.remove(id)
      try play(JSONTree(parsing: #"{"cancelled":{"id":"\#(id)"},"by":"finger"}"#))
    }
    try play(
      JSONTree(
        parsing: """
          {"patch":{"id":"\(id)","isEnabled":\(!bits.contains("disabled")),\
          "isSelected":\(bits.contains("selected")),"isFocused":\(bits.contains("focused"))}}
          """))
    if isHighlighted, highlighted.insert(id).inserted {
      try play(
        JSONTree(parsing: #"{"began":{"id":"\#(id)"},"by":"finger","phase":"pressing"}"#))
    }
  }

  // MARK: what is seen

  private func display(_ name: JSONTree?) throws -> ShownButtons {
    guard let display = displays[name?.string ?? plan.displays.first?.name ?? ""] else {
      throw TestFailure("there is no display \(name?.text ?? "")")
    }
    return display
  }

  private func expect(_ expectations: JSONTree, on name: JSONTree?) throws {
    let display = try display(name)
    try display.refresh()
    let list = if case .array(let list) = expectations { list } else { [expectations] }
    for expectation in list {
      differences += try Expectation(expectation).differences(on: display)
    }
  }

  /// What is expected where members of appearances are given by button.
  private func looks(_ shown: JSONTree) throws -> JSONTree {
    guard case .object(let members) = shown else { throw TestFailure("looks by button") }
    return .array(
      members.map { member in
        JSONTree.object([
          .init(name: "id", value: .string(member.name)),
          .init(name: "appearance", value: member.value),
        ])
      })
  }

  private func expectActions(_ wanted: [JSONTree], on name: JSONTree?) throws {
    let display = try display(name)
    try display.refresh()
    let found = display.takeActions()
    var pattern = JSONPattern()
    if let text = pattern.mismatch(.array(wanted), .array(found), at: "actions") {
      differences.append("\(text), in \(JSONTree.array(found).text)")
    }
  }

  private func expectGrowth(_ growth: JSONTree) throws {
    let client = try client(of: .null)
    try client.call("sync")
    let now = try client.call("server.stats")
    if case .object(let members) = growth, figures != .null {
      for member in members {
        let grown = (now[member.name]?.int ?? 0) - (figures[member.name]?.int ?? 0)
        if .int(Int64(grown)) != member.value {
          differences.append("\(member.name) grew by \(grown), not \(member.value.text)")
        }
      }
    }
    figures = now
  }

  // MARK: around the steps

  private func write(_ text: String, to name: String) throws {
    isConfigured = true
    let path = "\(LiveDaemon.configurationFolder)/\(name)"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
  }

  private func cleanUp() {
    clients = [:]
    displays = [:]
    do {
      if isConfigured {
        try write(LiveDaemon.usualConfiguration, to: "buttond.yaml")
        try LiveDaemon.connect().call("server.reload")
      }
      try LiveDaemon.clear()
      // The traits of displays that are still being closed would count as looks of the next case.
      let client = try LiveDaemon.connect()
      try wait(for: "the end of the case's connections") {
        try client.call("server.stats")["connections"]?.int == 1
      }
    } catch {
      differences.append("what is left cannot be removed: \(error)")
    }
  }
}
