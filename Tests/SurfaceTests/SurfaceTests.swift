import TestSupport
import Testing

/// A real daemon and the installed surface, which a client that knows only the published API tries, one
/// test after the other.
@Suite(.serialized, .blocking, .sharing, .timeLimit(.minutes(3)))
struct SurfaceTests {
  /// Rows of buttons, one of which counts its presses, and pages to flip to.
  static let desk = """
    devices:
      - {id: "deck-*", layout: desk, page: desk.page}
    layouts:
      desk:
        home:
          - [pay, mute, ~]
          - [far]
        other:
          - [mute, pay]
        lights: "lamp.*"

    """

  /// A daemon with buttons, a client of it, and a surface.
  struct Stage {
    let daemon: DaemonProcess
    let client: TestClient
    let surface: Surface

    /// A connection with a deck of two rows of three keys, which show text and a picture.
    func deck(_ id: String = "deck-1", _ options: String = "") throws -> SatelliteClient {
      let deck = try surface.connect()
      try deck.addDevice(id, keys: 6, perRow: 3, "BITMAPS=32 TEXT=1 COLORS=hex \(options)")
      return deck
    }

    /// Sets a state key to a JSON value.
    func set(_ key: String, _ value: String) throws {
      try client.call(
        "state.update", #"{"operations":[{"op":"set","key":"\#(key)","value":\#(value)}]}"#)
    }

    /// The whole number that a state key holds.
    func number(_ key: String) throws -> Int? {
      try client.call("state.get", #"{"keys":["\#(key)"]}"#)["values"]?[key]?.int
    }
  }

  /// The suite's daemon with nothing but the desk's buttons, and a surface: the one of all cases with
  /// these rules, or the test's own.
  static func stage(_ rules: String = desk, isShared: Bool = true) throws -> Stage {
    let daemon = try Shared.one("daemon") { try DaemonProcess() }
    let client = try daemon.connect()
    try client.removeEverything()
    try defineButtons(client)
    func start() throws -> Surface { try Surface(daemon, rules) }
    let surface = try isShared ? Shared.one(rules, start) : start()
    surface.forgetOutput()
    return Stage(daemon: daemon, client: client, surface: surface)
  }

  /// Buttons that count their presses (`pay` in `paid`, `mute` in `muted`), and some that do nothing.
  static func defineButtons(_ client: TestClient) throws {
    func counter(_ id: String, _ style: String, _ title: String, _ key: String) -> String {
      #"{"id":"\#(id)","style":"\#(style)","configuration":{"title":\#(title)},"#
        + #""action":{"operations":[{"op":"increment","key":"\#(key)"}]}}"#
    }
    let buttons = [
      counter("pay", "filled", #"{"template":"Pay {paid}"}"#, "paid"),
      counter("mute", "tinted", #""Mute""#, "muted"), plain("far", "Far"),
      plain("lamp.1", "Lamp 1"), plain("lamp.2", "Lamp 2"),
    ]
    try client.call("buttons.define", #"{"buttons":[\#(buttons.joined(separator: ","))]}"#)
    try client.call(
      "state.update", #"{"operations":[{"op":"set","key":"paid","value":0}],"wait":"published"}"#)
  }

  /// A button that does nothing, as JSON.
  static func plain(_ id: String, _ title: String) -> String {
    #"{"id":"\#(id)","style":"filled","configuration":{"title":"\#(title)"}}"#
  }
}
