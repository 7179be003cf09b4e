import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport
import Testing

@testable import ButtonEngine

/// The names of a life that are used for a while.
struct NamesInUse {
  /// How many there have been.
  fileprivate(set) var count = 0
  /// Those of keys that may have a value.
  fileprivate var keys: [String] = []
  /// By the name of a derived key, the key that it asks about: whether that is lost.
  fileprivate var derived: [String: String] = [:]

  /// A name that was not used before.
  fileprivate mutating func next() -> String {
    count += 1
    return "n.n\(count)"
  }
}

/// Names that come and go: of keys that are written, leased, derived, read by expressions and by plugins, so
/// that the ids of keys stand for one name after the other.
extension RandomLife {
  private mutating func fresh(_ count: Int) -> [String] { (0..<count).map { _ in names.next() } }

  mutating func useNames() throws {
    switch pick(11) {
    case 0:
      let key = "d.d\(pick(4))"
      try rig.derive([key: "[\(fresh(40).joined(separator: ","))]"])
      if chance(30) { rig.engine.settle() }
      if chance(30) { try rig.turn() }
      try rig.derive([key: nil])
      names.derived[key] = nil
    case 1:
      let (key, asked) = ("d.d\(pick(4))", chance(50) ? "k\(pick(8))" : names.next())
      try rig.derive([key: "lost(\(asked)) || has(\(names.next()))"])
      names.derived[key] = asked
    case 2:
      for name in fresh(20) {
        try apply(name, .int(Int64(names.count)))
        names.keys.append(name)
      }
    case 3: try removeKeys(40)
    case 4:
      let name = names.next()
      try writeUnderLease(name)
      names.keys.append(name)
    case 5:
      // Nothing of it is applied, but all of it was looked up.
      let operations = fresh(40).map { ($0, StateOperation.Kind.set(.string("x"))) }
      #expect(throws: EngineError.self) {
        try rig.update(operations + [(operations[0].0, .toggle)])
      }
    case 6: try defineForAWhile()
    case 7: _ = rig.engine.remove(Match(patterns: ["z*"]))
    case 8:
      let ids = rig.engine.slots(matching: Match(patterns: ["z*"])).compactMap {
        rig.engine.buttons[$0]?.id
      }
      if let id = ids.randomElement(using: &random) {
        _ = try? rig.press(rig.client(UInt32(pick(4))), id, chance(70) ? .began(nil) : .ended(nil))
      }
    case 9:
      let tokens = fresh(10).map { (UTF8String($0), StateValue.int(1)) }
      rig.engine.setTheme(model.theme.map { (UTF8String($0.key), $0.value) } + tokens)
    default: try rig.turn(after: 1_000_000)
    }
  }

  private mutating func removeKeys(_ count: Int) throws {
    for _ in 0..<min(count, names.keys.count) {
      try apply(names.keys.remove(at: pick(names.keys.count)), nil)
    }
  }

  /// Buttons and a group with expressions, of which nothing is left at the end.
  private mutating func defineForAWhile() throws {
    let read = fresh(5)
    try rig.defineJSON(
      """
      {"id":"z\(pick(3))","style":"\(["gray", "p/style"][pick(2)])","group":"z",
       "isEnabled":{"cel":"!has(\(read[0]))"},"isSelected":{"state":"\(read[1])"},
       "configuration":{"title":{"template":"{\(read[2])}"}},
       "action":{"operations":[{"op":"set","key":"\(read[3])","value":null,"when":"has(\(read[4]))"}]}}
      """)
    let flag = chance(50) ? #"{"cel":"!has(\#(names.next()))"}"# : "true"
    let parser = JSONParser()
    _ = try rig.engine.defineGroups([
      GroupDefinition(json: try parser.parse(#"{"isEnabled":\#(flag)}"#), named: "z")
    ])
  }

  /// What is derived is what the model derives, and then nothing of the names is left.
  mutating func checkNames() throws {
    guard usesNames else { return }
    for (key, asked) in names.derived {
      #expect(
        rig.value(UTF8String(key)) == .bool(model.leases.isLost(asked)), "seed \(seed): \(key)")
    }
    try rig.derive(names.derived.mapValues { _ in nil })
    names.derived = [:]
    _ = rig.engine.remove(Match(patterns: ["z*"]))
    _ = rig.engine.removeGroups(["z"])
    try comeToRest()
  }
}
