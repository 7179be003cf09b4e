import Glibc
import RESP
import TestSupport
import Testing

/// What each class of keys does while the engine is in reach, out of reach, and when another daemon is
/// first: real daemons, real links and a real engine.
extension FleetProcessTests {
  /// How a change is answered.
  enum Answer: Equatable {
    /// At once; it waits for the fleet.
    case accepted
    /// When the fleet has it.
    case applied
    /// With an error of this code.
    case refused(Int)

    static let unavailable = Answer.refused(-32_014)
    static let conflict = Answer.refused(-32_002)
    static let invalid = Answer.refused(-32_602)
  }

  /// One change of a daemon, and what comes of it.
  struct Row {
    /// The first part of its key, which has the class, and the value that it begins with.
    let prefix: String
    let old: String
    /// The operation without its key.
    let change: String
    /// What another daemon does before the change arrives.
    var race: String?
    /// More of the request.
    var more = ""
    let answer: Answer
    /// What its daemon shows before the fleet has it.
    let shown: String?
    /// What the fleet has in the end, and both daemons show.
    let end: String?
    /// Why it is reported as dropped.
    var dropped: String?
  }

  private static let five = #""op":"set","value":5"#
  private static let nine = #""op":"set","value":9"#
  private static let two = #""op":"increment","by":2"#
  private static let ten = #""op":"increment","by":10"#
  private static let append = #""op":"append","value":2"#
  private static let merge = #""op":"merge","value":{"b":2}"#
  private static let toggle = #""op":"toggle""#
  private static let remove = #""op":"remove""#
  private static let map = #""op":"set","value":{"a":9}"#
  fileprivate static let seen = #","ifRevision":NOW"#
  private static let fleet = #","wait":"fleet""#

  private static let online: [Row] = [
    // refuse: shows when the fleet has it; who comes later counts.
    Row(prefix: "open", old: "1", change: five, answer: .applied, shown: "1", end: "5"),
    Row(prefix: "open", old: "1", change: two, answer: .applied, shown: "1", end: "3"),
    Row(prefix: "open", old: "true", change: toggle, answer: .applied, shown: "true", end: "false"),
    Row(prefix: "open", old: "1", change: remove, answer: .applied, shown: "1", end: nil),
    Row(prefix: "open", old: "[1]", change: append, answer: .applied, shown: "[1]", end: "[1,2]"),
    Row(
      prefix: "open", old: #"{"a":1}"#, change: merge, answer: .applied, shown: #"{"a":1}"#,
      end: #"{"a":1,"b":2}"#),
    Row(prefix: "open", old: "1", change: toggle, answer: .invalid, shown: "1", end: "1"),
    Row(prefix: "open", old: "1", change: five, race: nine, answer: .applied, shown: "1", end: "5"),
    Row(
      prefix: "open", old: "1", change: five, race: nine, more: seen, answer: .conflict, shown: "1",
      end: "9"),
    Row(
      prefix: "open", old: "1", change: five, more: seen, answer: .applied, shown: "1", end: "5"),
    Row(prefix: "open", old: "1", change: two, race: nine, answer: .applied, shown: "1", end: "11"),
    Row(
      prefix: "open", old: "1", change: two, race: #""op":"set","value":"x""#, answer: .invalid,
      shown: "1", end: #""x""#),
    Row(
      prefix: "open", old: #"{"a":1}"#, change: merge, race: map, answer: .applied,
      shown: #"{"a":1}"#, end: #"{"a":9,"b":2}"#),
    // count: increments and appends add up, whatever else is as with refuse.
    Row(prefix: "stock", old: "1", change: two, answer: .accepted, shown: "3", end: "3"),
    Row(
      prefix: "stock", old: "[1]", change: append, answer: .accepted, shown: "[1,2]", end: "[1,2]"),
    Row(prefix: "stock", old: "1", change: five, answer: .applied, shown: "1", end: "5"),
    Row(prefix: "stock", old: "1", change: append, answer: .invalid, shown: "1", end: "1"),
    Row(
      prefix: "stock", old: "1", change: two, race: ten, answer: .accepted, shown: "3", end: "13"),
    Row(
      prefix: "stock", old: "[1]", change: append, race: #""op":"append","value":9"#,
      answer: .accepted, shown: "[1,2]", end: "[1,9,2]"),
    Row(
      prefix: "stock", old: "1", change: two, race: ten, more: fleet, answer: .applied, shown: "3",
      end: "13"),
    // overwrite: the last to arrive counts.
    Row(prefix: "sign", old: "1", change: five, answer: .accepted, shown: "5", end: "5"),
    Row(
      prefix: "sign", old: "1", change: five, race: nine, answer: .accepted, shown: "5", end: "5"),
    Row(
      prefix: "sign", old: "1", change: remove, race: nine, answer: .accepted, shown: nil, end: nil),
    // yield: the first to arrive counts; who waits for the fleet is told, all others find a report.
    Row(prefix: "note", old: "1", change: five, answer: .accepted, shown: "5", end: "5"),
    Row(
      prefix: "note", old: "1", change: five, race: nine, answer: .accepted, shown: "5", end: "9",
      dropped: "conflict"),
    Row(
      prefix: "note", old: "1", change: five, race: nine, more: fleet, answer: .conflict,
      shown: "5", end: "9"),
  ]

  private static let offline: [Row] = [
    Row(prefix: "open", old: "1", change: five, answer: .unavailable, shown: "1", end: "1"),
    Row(prefix: "open", old: "1", change: two, answer: .unavailable, shown: "1", end: "1"),
    Row(prefix: "open", old: "1", change: remove, answer: .unavailable, shown: "1", end: "1"),
    Row(
      prefix: "open", old: "1", change: five, race: nine, answer: .unavailable, shown: "1", end: "9"
    ),
    Row(prefix: "stock", old: "1", change: two, answer: .accepted, shown: "3", end: "3"),
    Row(
      prefix: "stock", old: "1", change: two, race: ten, answer: .accepted, shown: "3", end: "13"),
    Row(
      prefix: "stock", old: "1", change: two, race: nine, answer: .accepted, shown: "3", end: "11"),
    Row(
      prefix: "stock", old: "1", change: two, race: remove, answer: .accepted, shown: "3", end: "2"),
    Row(
      prefix: "stock", old: "1", change: two, race: #""op":"set","value":"x""#, answer: .accepted,
      shown: "3", end: #""x""#, dropped: "invalid"),
    Row(
      prefix: "stock", old: "[1]", change: append, race: #""op":"append","value":9"#,
      answer: .accepted, shown: "[1,2]", end: "[1,9,2]"),
    Row(prefix: "stock", old: "1", change: five, answer: .unavailable, shown: "1", end: "1"),
    Row(prefix: "stock", old: "1", change: remove, answer: .unavailable, shown: "1", end: "1"),
    Row(prefix: "sign", old: "1", change: five, answer: .accepted, shown: "5", end: "5"),
    Row(
      prefix: "sign", old: "1", change: five, race: nine, answer: .accepted, shown: "5", end: "5"),
    Row(
      prefix: "sign", old: "1", change: remove, race: nine, answer: .accepted, shown: nil, end: nil),
    Row(
      prefix: "sign", old: "1", change: two, race: nine, answer: .accepted, shown: "3", end: "11"),
    Row(
      prefix: "sign", old: "true", change: toggle, race: toggle, answer: .accepted, shown: "false",
      end: "true"),
    Row(
      prefix: "sign", old: #"{"a":1}"#, change: merge, race: map, answer: .accepted,
      shown: #"{"a":1,"b":2}"#, end: #"{"a":1,"b":2}"#),
    Row(
      prefix: "sign", old: "1", change: five, race: nine, more: seen, answer: .accepted, shown: "5",
      end: "9", dropped: "conflict"),
    Row(prefix: "note", old: "1", change: five, answer: .accepted, shown: "5", end: "5"),
    Row(
      prefix: "note", old: "1", change: five, race: nine, answer: .accepted, shown: "5", end: "9",
      dropped: "conflict"),
    Row(
      prefix: "note", old: "1", change: two, race: ten, answer: .accepted, shown: "3", end: "11",
      dropped: "conflict"),
    Row(
      prefix: "note", old: "1", change: remove, race: nine, answer: .accepted, shown: nil, end: "9",
      dropped: "conflict"),
    Row(
      prefix: "note", old: #"{"a":1}"#, change: merge, race: map, answer: .accepted,
      shown: #"{"a":1,"b":2}"#, end: #"{"a":9}"#, dropped: "conflict"),
    Row(
      prefix: "note", old: "[1]", change: append, answer: .accepted, shown: "[1,2]", end: "[1,2]"),
  ]

  private static let scope =
    "keys: [open, stock, sign, note], offline: {stock: count, sign: overwrite, note: yield}"

  @Test func everyClassDoesWhatItsRowSays() throws {
    let shop = try Shop()
    let (a, b) = (
      try Till(shop.engine, scope: Self.scope), try Till(shop.engine, scope: Self.scope)
    )
    for till in [a, b] { try till.wait(for: "live") }
    let online = Self.online.enumerated().map { ("\($1.prefix).n\($0)", $1) }
    let offline = Self.offline.enumerated().map { ("\($1.prefix).f\($0)", $1) }
    for (key, row) in online + offline {
      _ = try b.client.call(
        "state.set", #"{"values":{"\#(key)":\#(row.old)},"wait":"fleet"}"#)
    }
    try a.sync()

    // What is sent waits, and the daemon believes that the engine is in reach.
    try a.pauseLink()
    let waiting = try online.map { key, row in try Pending(row, key, on: a) }
    try expectShown(online, on: a)
    try race(online, on: b)
    a.resumeLink()
    for pending in waiting { try pending.expectAnswer() }
    try expectEnd(online, a, b, shop)

    try a.killLink()
    try a.wait(for: "offline")
    for (key, row) in offline { try Pending(row, key, on: a).expectAnswer() }
    try expectShown(offline, on: a)
    try race(offline, on: b)
    try a.startLink()
    try a.wait(for: "live")
    try expectEnd(offline, a, b, shop)

    let dropped = (online + offline).compactMap { key, row in row.dropped.map { "\(key) \($0)" } }
    #expect(try a.rejections().sorted() == dropped.sorted())
    #expect(try b.rejections() == [])
    #expect(try a.values()["fleet.s.rejected"] == "\(dropped.count)")
  }

  /// The other daemon's changes, which the fleet has when this returns.
  private func race(_ rows: [(String, Row)], on till: Till) throws {
    for (key, row) in rows {
      guard let race = row.race else { continue }
      _ = try till.client.call(
        "state.update", #"{"operations":[{"key":"\#(key)",\#(race)}],"wait":"fleet"}"#)
    }
  }

  private func expectShown(_ rows: [(String, Row)], on till: Till) throws {
    let values = try till.values()
    for (key, row) in rows { #expect(values[key] == row.shown, "\(key) \(row.change)") }
  }

  private func expectEnd(_ rows: [(String, Row)], _ a: Till, _ b: Till, _ shop: Shop) throws {
    for till in [a, b, a] { try till.sync() }
    let (here, there, engine) = (try a.values(), try b.values(), try shop.values())
    for (key, row) in rows {
      #expect(here[key] == row.end, "\(key) \(row.change) where it was made")
      #expect(there[key] == row.end, "\(key) \(row.change) on the other daemon")
      #expect(engine[key] == row.end, "\(key) \(row.change) in the engine")
    }
  }

  /// A change that is under way, on a connection for itself.
  private final class Pending {
    private let row: Row
    private let key: String
    private let client: TestClient
    private let id: Int
    private var answer: JSONTree?

    /// Returns when the daemon has taken it, and answered if it does so at once.
    init(_ row: Row, _ key: String, on till: Till) throws {
      self.row = row
      self.key = key
      client = try till.daemon.connect()
      var more = row.more
      if more == FleetProcessTests.seen {
        let revision = try client.call("sync")["revision"]?.int ?? 0
        more = more.replacing("NOW", with: "\(revision)")
      }
      id = try client.request(
        "state.update", #"{"operations":[{"key":"\#(key)",\#(row.change)}]\#(more)}"#)
      let ping = try client.request("ping")
      while true {
        let message = try client.next()
        if message["id"] == .int(Int64(ping)) { return }
        answer = message
      }
    }

    func expectAnswer() throws {
      let answer = try answer ?? client.next()
      let fleet = answer["result"]?["fleet"]
      switch row.answer {
      case .accepted: #expect(fleet?["pending"] == .bool(true), "\(key): \(answer.text)")
      case .applied:
        #expect(
          fleet?["revision"]?.int != nil && fleet?["pending"] == nil, "\(key): \(answer.text)")
      case .refused(let code):
        #expect(answer["error"]?["code"]?.int == code, "\(key): \(answer.text)")
      }
    }
  }
}
