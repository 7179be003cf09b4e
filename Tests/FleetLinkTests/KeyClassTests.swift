import ButtonModel
import FleetEngineModel
import Testing

@testable import FleetLink

/// What each class of keys does online, offline, and in a race with another daemon.
@Suite struct KeyClassTests {
  enum Link: CaseIterable { case online, offline }

  /// How a change is answered.
  enum Answer { case accepted, applied, unavailable, conflict, invalid }

  /// One change, and what comes of it.
  struct Row: CustomTestStringConvertible {
    let key: UTF8String
    let kind: StateOperation.Kind
    let link: Link
    /// What another daemon does before this daemon's change arrives.
    let race: StateOperation.Kind?
    let answer: Answer
    /// What shows before the fleet has it.
    let shown: StateValue?
    /// What the fleet has in the end, and everybody shows.
    let end: String?
    let isRejected: Bool

    init(
      _ key: UTF8String, _ kind: StateOperation.Kind, _ link: Link,
      race: StateOperation.Kind? = nil, _ answer: Answer, shown: StateValue?, end: String?,
      isRejected: Bool = false
    ) {
      self.key = key
      self.kind = kind
      self.link = link
      self.race = race
      self.answer = answer
      self.shown = shown
      self.end = end
      self.isRejected = isRejected
    }

    var testDescription: String {
      "\(key) \(kind) \(link)\(race.map { " against \($0)" } ?? "")"
    }
  }

  private static let three = StateValue.int(3)
  private static let list = StateValue.json("[1]")

  static let rows: [Row] = [
    // count: increments and appends add up; nothing else waits.
    .init("stock.n", .increment(by: .int(2)), .online, .accepted, shown: .int(3), end: "3"),
    .init("stock.n", .increment(by: .int(2)), .offline, .accepted, shown: .int(3), end: "3"),
    .init(
      "stock.n", .increment(by: .int(2)), .online, race: .increment(by: .int(10)), .accepted,
      shown: .int(3), end: "13"),
    .init(
      "stock.n", .increment(by: .int(2)), .offline, race: .increment(by: .int(10)), .accepted,
      shown: .int(3), end: "13"),
    .init(
      "stock.n", .increment(by: .int(2)), .offline, race: .set(.int(50)), .accepted, shown: .int(3),
      end: "52"),
    .init(
      "stock.n", .increment(by: .int(2)), .offline, race: .set(.string("x")), .accepted,
      shown: .int(3), end: #""x""#, isRejected: true),
    .init(
      "stock.n", .increment(by: .int(2)), .offline, race: .remove, .accepted, shown: .int(3),
      end: "2"),
    .init("stock.list", .append(.int(2)), .online, .accepted, shown: .json("[1,2]"), end: "[1,2]"),
    .init(
      "stock.list", .append(.int(2)), .offline, race: .append(.int(9)), .accepted,
      shown: .json("[1,2]"), end: "[1,9,2]"),
    .init("stock.n", .set(.int(5)), .online, .applied, shown: .int(1), end: "5"),
    .init("stock.n", .set(.int(5)), .offline, .unavailable, shown: .int(1), end: "1"),
    .init("stock.n", .remove, .offline, .unavailable, shown: .int(1), end: "1"),
    .init("stock.n", .toggle, .online, .invalid, shown: .int(1), end: "1"),
    .init("stock.n", .append(.int(1)), .online, .invalid, shown: .int(1), end: "1"),

    // overwrite: the last to arrive wins.
    .init("sign.n", .set(.int(5)), .online, .accepted, shown: .int(5), end: "5"),
    .init("sign.n", .set(.int(5)), .offline, .accepted, shown: .int(5), end: "5"),
    .init(
      "sign.n", .set(.int(5)), .online, race: .set(.int(9)), .accepted, shown: .int(5),
      end: "5"),
    .init(
      "sign.n", .set(.int(5)), .offline, race: .set(.int(9)), .accepted, shown: .int(5),
      end: "5"),
    .init("sign.n", .remove, .offline, race: .set(.int(9)), .accepted, shown: nil, end: nil),
    .init(
      "sign.n", .increment(by: .int(2)), .offline, race: .set(.int(9)), .accepted, shown: .int(3),
      end: "11"),
    .init("sign.on", .toggle, .offline, race: .toggle, .accepted, shown: .bool(false), end: "true"),
    .init(
      "sign.map", .merge(.json(#"{"b":2}"#)), .offline, race: .set(.json(#"{"a":9}"#)), .accepted,
      shown: .json(#"{"a":1,"b":2}"#), end: #"{"a":1,"b":2}"#),

    // yield: the first to arrive wins, and ours is reported.
    .init("note.n", .set(.int(5)), .online, .accepted, shown: .int(5), end: "5"),
    .init("note.n", .set(.int(5)), .offline, .accepted, shown: .int(5), end: "5"),
    .init(
      "note.n", .set(.int(5)), .online, race: .set(.int(9)), .accepted, shown: .int(5), end: "9",
      isRejected: true),
    .init(
      "note.n", .set(.int(5)), .offline, race: .set(.int(9)), .accepted, shown: .int(5), end: "9",
      isRejected: true),
    .init(
      "note.n", .remove, .offline, race: .set(.int(9)), .accepted, shown: nil, end: "9",
      isRejected: true),
    .init("note.n", .increment(by: .int(2)), .offline, .accepted, shown: .int(3), end: "3"),
    .init(
      "note.n", .increment(by: .int(2)), .offline, race: .increment(by: .int(1)), .accepted,
      shown: .int(3), end: "2", isRejected: true),
    .init(
      "note.on", .toggle, .offline, race: .toggle, .accepted, shown: .bool(false), end: "false",
      isRejected: true),
    .init(
      "note.map", .merge(.json(#"{"b":2}"#)), .offline, .accepted, shown: .json(#"{"a":1,"b":2}"#),
      end: #"{"a":1,"b":2}"#),
    .init(
      "note.map", .merge(.json(#"{"b":2}"#)), .offline, race: .set(.json(#"{"a":9}"#)), .accepted,
      shown: .json(#"{"a":1,"b":2}"#), end: #"{"a":9}"#, isRejected: true),

    // refuse: shown and answered when the fleet has it, and not at all while it is out of reach.
    .init("open.n", .set(.int(5)), .online, .applied, shown: .int(1), end: "5"),
    .init("open.n", .set(.int(5)), .offline, .unavailable, shown: .int(1), end: "1"),
    .init(
      "open.n", .set(.int(5)), .online, race: .set(.int(9)), .applied, shown: .int(1),
      end: "5"),
    .init(
      "open.n", .increment(by: .int(2)), .online, race: .set(.int(9)), .applied, shown: .int(1),
      end: "11"),
    .init(
      "open.n", .increment(by: .int(2)), .online, race: .set(.string("x")), .invalid,
      shown: .int(1), end: #""x""#),
    .init("open.n", .increment(by: .int(2)), .offline, .unavailable, shown: .int(1), end: "1"),
    .init(
      "open.map", .merge(.json(#"{"b":2}"#)), .online, .applied, shown: .json(#"{"a":1}"#),
      end: #"{"a":1,"b":2}"#),
    .init(
      "open.map", .merge(.json(#"{"b":2}"#)), .online, race: .set(.json(#"{"a":9}"#)), .applied,
      shown: .json(#"{"a":1}"#), end: #"{"a":9,"b":2}"#),
  ]

  @Test(arguments: rows)
  func aChangeIsAnsweredShownAndSettledByItsClass(_ row: Row) {
    let rig = ScopeRig()
    for prefix in ["stock", "sign", "note", "open"] {
      rig.other(UTF8String(prefix + ".n"), .set(.int(1)))
      rig.other(UTF8String(prefix + ".on"), .set(.bool(true)))
      rig.other(UTF8String(prefix + ".list"), .set(.json("[1]")))
      rig.other(UTF8String(prefix + ".map"), .set(.json(#"{"a":1}"#)))
    }
    rig.connect()
    if row.link == .offline { rig.cut() }
    if row.link == .online, let race = row.race { rig.other(row.key, race) }
    let ticket = rig.change(row.key, row.kind)
    #expect(rig.shown[row.key] == row.shown)
    if row.link == .offline {
      if let race = row.race { rig.other(row.key, race) }
      rig.connect()
    } else {
      rig.run()
    }
    #expect(rig.link.phase == .live)
    #expect(rig.link.queuedChanges == 0)
    switch (row.answer, rig.answer(ticket)) {
    case (.accepted, .accepted?), (.applied, .applied?), (.unavailable, .unavailable?),
      (.conflict, .conflict?), (.invalid, .invalid?):
      break
    default: Issue.record("answered \(rig.answer(ticket) as Any)")
    }
    #expect(rig.fleet(row.key) == row.end)
    #expect(rig.shown[row.key]?.fleetText.string == row.end)
    #expect(rig.shown == rig.committed)
    #expect(rig.rejections.count == (row.isRejected ? 1 : 0))
    if row.isRejected {
      #expect(rig.rejections.first?.operations == [StateOperation(key: row.key, kind: row.kind)])
    }
  }

  /// `ifRevision` on a key that waits for nothing.
  @Test(arguments: [false, true])
  func aConditionalChangeOfARefuseKeyMeetsAConflict(_ isRaced: Bool) {
    let rig = ScopeRig()
    rig.other("open.n", .set(.int(1)))
    rig.connect()
    if isRaced { rig.other("open.n", .set(.int(9))) }
    let ticket = rig.change(
      [StateOperation(key: "open.n", kind: .set(.int(5)))], isConditional: true)
    rig.run()
    #expect(rig.fleet("open.n") == (isRaced ? "9" : "5"))
    if isRaced {
      #expect(rig.answer(ticket) == .conflict("open.n"))
    } else {
      #expect(rig.answer(ticket) == .applied(RequestNumber(Life(rawValue: 1), 1), revision: 2))
    }
    #expect(rig.rejections.isEmpty)
  }

  /// The first is not shown before the fleet has it, and the second is of the value that it leaves.
  @Test func aRefusedChangeIsJudgedBehindThoseThatAreOnTheirWay() {
    let rig = ScopeRig()
    rig.other("open.a", .set(.string("x")))
    rig.connect()
    let first = rig.change("open.a", .set(.int(5)))
    let second = rig.change("open.a", .increment(by: .int(1)))
    #expect(rig.answer(second) == nil)
    rig.run()
    #expect(rig.answer(first) != nil && rig.answer(second) != nil)
    #expect(rig.fleet("open.a") == "6")
    rig.change("open.a", .set(.string("y")))
    rig.run()
    #expect(rig.answer(rig.change("open.a", .increment(by: .int(1)))) == .invalid(index: 0))
  }
}
