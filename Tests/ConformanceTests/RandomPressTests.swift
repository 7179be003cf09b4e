import TestSupport
import Testing

extension ConformanceTests {
  /// Three clients press, drag, release, cancel and leave as it comes, on buttons of all kinds, one
  /// of which is disabled now and then.
  @Test func threeClientsLeaveNothingPressedAndRunEachPressOnce()
    throws
  {
    var random = Seed()
    let styles = ["plain", "probe/look", "press/scale", "press/primitive-scale", "outline/outline"]
    let app = try LiveDaemon.connect()
    let display = try ShownButtons(LiveDaemon.connect(), traits: .object([]))
    try app.call(
      "buttons.define", PressGame.definitions(styles: styles).text)
    let game = try PressGame(buttons: styles.count, clients: 3, app: app)
    for _ in 0..<scaled(1_500) { try game.step(with: &random) }
    #expect(game.differences.isEmpty, "\(game.differences.prefix(5))")

    try display.refresh()
    for (index, style) in styles.enumerated() {
      let isHighlighted = display.record("b\(index)")?["appearance"]?["isHighlighted"]
      #expect((isHighlighted == .bool(true)) == game.model.isPressed(index), "\(style)")
    }
    try game.leaveAll()
    try display.refresh()
    let actions = display.takeActions()
    let counts = try app.call("state.get", #"{"under":"probe.count"}"#)["values"]
    for (index, style) in styles.enumerated() {
      let record = display.record("b\(index)")
      #expect(record != nil && record?["appearance"]?["isHighlighted"] == nil, "\(style)")
      let completed = game.model.completed[index]
      #expect(actions.count { $0["id"]?.string == "b\(index)" } == completed, "\(style)")
      #expect(counts?["probe.count.b\(index)"]?.int ?? 0 == completed, "\(style)")
    }
    #expect(actions.allSatisfy { $0["missed"] == nil })
    try LiveDaemon.clear()
  }
}

/// Random presses against the daemon and the model at once.
final class PressGame {
  private(set) var model: PressModel
  /// Where the daemon answered otherwise than the model.
  private(set) var differences: [String] = []
  private let app: TestClient
  private var clients: [TestClient]
  private let buttons: Int

  /// The buttons: each counts what it does, and can be disabled by a key.
  static func definitions(styles: [String]) -> JSONTree {
    let buttons = styles.enumerated().map { index, style in
      """
      {"id":"b\(index)","style":"\(style)","configuration":{"title":"\(index)"},
       "isEnabled":{"state":"probe.isShut.b\(index)","equals":false},
       "action":{"name":"go","operations":[{"op":"increment","key":"probe.count.b\(index)"}]}}
      """
    }
    let text = #"{"buttons":[\#(buttons.joined(separator: ","))],"wait":"published"}"#
    return (try? JSONTree(parsing: text)) ?? .null
  }

  init(buttons: Int, clients: Int, app: TestClient) throws {
    self.app = app
    self.buttons = buttons
    model = PressModel(buttons: buttons)
    self.clients = try (0..<clients).map { _ in try LiveDaemon.connect() }
    for button in 0..<buttons { try enable(button, true) }
  }

  /// One thing happens.
  func step(with random: inout Seed) throws {
    let button = Int.random(in: 0..<buttons, using: &random)
    let client = Int.random(in: 0..<clients.count, using: &random)
    let place = PressModel.Place(button: button, client: client)
    let point = (
      x: Double(Int.random(in: -60...160, using: &random)),
      y: Double(Int.random(in: -60...110, using: &random))
    )
    let isPlaced = Bool.random(using: &random)
    let at = isPlaced ? #","x":\#(point.x),"y":\#(point.y)"# : ""
    switch Int.random(in: 0..<100, using: &random) {
    case ..<35:
      let wanted = model.began(place, at: isPlaced ? point : nil)
      try send("press.began", #"{"id":"b\#(button)"\#(at)}"#, by: client, wanted)
    case ..<60:
      let wanted = model.moved(place, to: point)
      let to = #"{"id":"b\#(button)","x":\#(point.x),"y":\#(point.y)}"#
      try send("press.moved", to, by: client, wanted)
    case ..<85:
      model.ended(place, at: isPlaced ? point : nil)
      try send("press.ended", #"{"id":"b\#(button)"\#(at)}"#, by: client, "inactive")
    case ..<90:
      model.cancelled(place)
      try send("press.cancelled", #"{"id":"b\#(button)"}"#, by: client, "inactive")
    case ..<94:
      let size = (width: Double(Int.random(in: 0...100, using: &random)), height: 50.0)
      model.report(width: size.width, height: size.height, at: place)
      try clients[client].call(
        "layout.report",
        #"{"id":"b\#(button)","width":\#(size.width),"height":\#(size.height)}"#)
    case ..<98: try enable(button, !model.isOpen(button))
    default:
      model.left(client)
      try leave(clients[client])
      clients[client] = try LiveDaemon.connect()
    }
  }

  /// Disconnects, and returns when the daemon has seen it: what others ask may come before that.
  private func leave(_ client: TestClient) throws {
    client.endInput()
    _ = try client.isClosedByDaemon()
    client.close()
  }

  /// All clients disconnect, and the daemon has seen it: a client of its own sees no press.
  func leaveAll() throws {
    for client in clients.indices {
      model.left(client)
      clients[client].close()
    }
    try wait(for: "the end of all presses") {
      let records = try app.call("buttons.get", #"{"match":"b*"}"#)["buttons"]?.elements ?? []
      return records.allSatisfy { $0["appearance"]?["isHighlighted"] == nil }
    }
  }

  private func enable(_ button: Int, _ value: Bool) throws {
    model.enable(button, value)
    let params = #"{"values":{"probe.isShut.b\#(button)":\#(!value)}}"#
    try app.call("state.set", params)
  }

  private func send(
    _ method: String, _ params: String, by client: Int, _ wanted: String?
  ) throws {
    do {
      let phase = try clients[client].call(method, params)["phase"]?.string
      if phase != wanted {
        differences.append(
          "\(method) \(params): wanted \(wanted ?? "a refusal"), got \(phase ?? "no phase")")
      }
    } catch let refused as TestClient.Refused {
      if wanted != nil || refused.reason != "disabled" {
        differences.append("\(method) \(params): wanted \(wanted ?? "disabled"), got \(refused)")
      }
    }
  }
}
