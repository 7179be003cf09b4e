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
    var isRejected = false

    var testDescription: String {
      "\(key) \(kind) \(link)\(race.map { " against \($0)" } ?? "")"
    }
  }

  private static let three = StateValue.int(3)
  private static let list = StateValue.json("[1]")

  static let rows: [Row] = [
    // count: increments and appends add up; nothing else waits.
    .init(
      key: "stock.n", kind: .increment(by: .int(2)), link: .online, race: nil,
      answer: .accepted, shown: .int(3), end: "3"),
    .init(
      key: "stock.n", kind: .increment(by: .int(2)), link: .offline, race: nil,
      answer: .accepted, shown: .int(3), end: "3"),
    .init(
      key: "stock.n", kind: .increment(by: .int(2)), link: .online,
      race: .increment(by: .int(10)), answer: .accepted, shown: .int(3), end: "13"),
    .init(
      key: "stock.n", kind: .increment(by: .int(2)), link: .offline,
      race: .increment(by: .int(10)), answer: .accepted, shown: .int(3), end: "13"),
    .init(
      key: "stock.n", kind: .increment(by: .int(2)), link: .offline, race: .set(.int(50)),
      answer: .accepted, shown: .int(3), end: "52"),
    .init(
      key: "stock.n", kind: .increment(by: .int(2)), link: .offline, race: .set(.string("x")),
      answer: .accepted, shown: .int(3), end: #""x""#, isRejected: true),
    .init(
      key: "stock.n", kind: .increment(by: .int(2)), link: .offline, race: .remove,
      answer: .accepted, shown: .int(3), end: "2"),
    .init(
      key: "stock.list", kind: .append(.int(2)), link: .online, race: nil,
      answer: .accepted, shown: .json("[1,2]"), end: "[1,2]"),
    .init(
      key: "stock.list", kind: .append(.int(2)), link: .offline, race: .append(.int(9)),
      answer: .accepted, shown: .json("[1,2]"), end: "[1,9,2]"),
    .init(
      key: "stock.n", kind: .set(.int(5)), link: .online, race: nil,
      answer: .applied, shown: .int(1), end: "5"),
    .init(
      key: "stock.n", kind: .set(.int(5)), link: .offline, race: nil,
      answer: .unavailable, shown: .int(1), end: "1"),
    .init(
      key: "stock.n", kind: .remove, link: .offline, race: nil,
      answer: .unavailable, shown: .int(1), end: "1"),
    .init(
      key: "stock.n", kind: .toggle, link: .online, race: nil,
      answer: .invalid, shown: .int(1), end: "1"),
    .init(
      key: "stock.n", kind: .append(.int(1)), link: .online, race: nil,
      answer: .invalid, shown: .int(1), end: "1"),

    // overwrite: the last to arrive wins.
    .init(
      key: "sign.n", kind: .set(.int(5)), link: .online, race: nil,
      answer: .accepted, shown: .int(5), end: "5"),
    .init(
      key: "sign.n", kind: .set(.int(5)), link: .offline, race: nil,
      answer: .accepted, shown: .int(5), end: "5"),
    .init(
      key: "sign.n", kind: .set(.int(5)), link: .online, race: .set(.int(9)),
      answer: .accepted, shown: .int(5), end: "5"),
    .init(
      key: "sign.n", kind: .set(.int(5)), link: .offline, race: .set(.int(9)),
      answer: .accepted, shown: .int(5), end: "5"),
    .init(
      key: "sign.n", kind: .remove, link: .offline, race: .set(.int(9)),
      answer: .accepted, shown: nil, end: nil),
    .init(
      key: "sign.n", kind: .increment(by: .int(2)), link: .offline, race: .set(.int(9)),
      answer: .accepted, shown: .int(3), end: "11"),
    .init(
      key: "sign.on", kind: .toggle, link: .offline, race: .toggle,
      answer: .accepted, shown: .bool(false), end: "true"),
    .init(
      key: "sign.map", kind: .merge(.json(#"{"b":2}"#)), link: .offline,
      race: .set(.json(#"{"a":9}"#)), answer: .accepted, shown: .json(#"{"a":1,"b":2}"#),
      end: #"{"a":1,"b":2}"#),

    // yield: the first to arrive wins, and ours is reported.
    .init(
      key: "note.n", kind: .set(.int(5)), link: .online, race: nil,
      answer: .accepted, shown: .int(5), end: "5"),
    .init(
      key: "note.n", kind: .set(.int(5)), link: .offline, race: nil,
      answer: .accepted, shown: .int(5), end: "5"),
    .init(
      key: "note.n", kind: .set(.int(5)), link: .online, race: .set(.int(9)),
      answer: .accepted, shown: .int(5), end: "9", isRejected: true),
    .init(
      key: "note.n", kind: .set(.int(5)), link: .offline, race: .set(.int(9)),
      answer: .accepted, shown: .int(5), end: "9", isRejected: true),
    .init(
      key: "note.n", kind: .remove, link: .offline, race: .set(.int(9)),
      answer: .accepted, shown: nil, end: "9", isRejected: true),
    .init(
      key: "note.n", kind: .increment(by: .int(2)), link: .offline, race: nil,
      answer: .accepted, shown: .int(3), end: "3"),
    .init(
      key: "note.n", kind: .increment(by: .int(2)), link: .offline,
      race: .increment(by: .int(1)), answer: .accepted, shown: .int(3), end: "2", isRejected: true),
    .init(
      key: "note.on", kind: .toggle, link: .offline, race: .toggle,
      answer: .accepted, shown: .bool(false), end: "false", isRejected: true),
    .init(
      key: "note.map", kind: .merge(.json(#"{"b":2}"#)), link: .offline, race: nil,
      answer: .accepted, shown: .json(#"{"a":1,"b":2}"#), end: #"{"a":1,"b":2}"#),
    .init(
      key: "note.map", kind: .merge(.json(#"{"b":2}"#)), link: .offline,
      race: .set(.json(#"{"a":9}"#)), answer: .accepted, shown: .json(#"{"a":1,"b":2}"#),
      end: #"{"a":9}"#, isRejected: true),

    // refuse: shown and answered when the fleet has it, and not at all while it is out of reach.
    .init(
      key: "open.n", kind: .set(.int(5)), link: .online, race: nil,
      answer: .applied, shown: .int(1), end: "5"),
    .init(
      key: "open.n", kind: .set(.int(5)), link: .offline, race: nil,
      answer: .unavailable, shown: .int(1), end: "1"),
    .init(
      key: "open.n", kind: .set(.int(5)), link: .online, race: .set(.int(9)),
      answer: .applied, shown: .int(1), end: "5"),
    .init(
      key: "open.n", kind: .increment(by: .int(2)), link: .online, race: .set(.int(9)),
      answer: .applied, shown: .int(1), end: "11"),
    .init(
      key: "open.n", kind: .increment(by: .int(2)), link: .online, race: .set(.string("x")),
      answer: .invalid, shown: .int(1), end: #""x""#),
    .init(
      key: "open.n", kind: .increment(by: .int(2)), link: .offline, race: nil,
      answer: .unavailable, shown: .int(1), end: "1"),
    .init(
      key: "open.map", kind: .merge(.json(#"{"b":2}"#)), link: .online, race: nil,
      answer: .applied, shown: .json(#"{"a":1}"#), end: #"{"a":1,"b":2}"#),
    .init(
      key: "open.map", kind: .merge(.json(#"{"b":2}"#)), link: .online,
      race: .set(.json(#"{"a":9}"#)), answer: .applied, shown: .json(#"{"a":1}"#),
      end: #"{"a":9,"b":2}"#),
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
