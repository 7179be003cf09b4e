import ButtonModel
import FleetEngineModel
import FleetLink
import TestSupport

/// Random requests of a few daemons on a few keys, so that they meet: in order, again, too early, on
/// conditions of this history and of others.
struct RandomFleet {
  /// A request of one of the functions.
  enum Call {
    case apply(FleetRequest)
    case act(FleetRequest, UTF8String)
    case done(FleetRequest, FleetDelivery)
  }

  static let group: UTF8String = "pos"
  static let actionLimit = 6

  private var seed: Seed
  private var cursors: [FleetCursor] = []
  private let lives = (1...3).map { Life(rawValue: UInt64($0)) }
  private var open: [Life: UInt64] = [:]

  init(_ seed: Seed) { self.seed = seed }

  /// The next one, and how many operations it has.
  mutating func call(on engine: FleetEngineModel) -> (Call, count: Int) {
    cursors.append(engine.head)
    if cursors.count > 200 { cursors.removeFirst(100) }
    let request = request(on: engine)
    let call: Call =
      switch roll(20) {
      case 0: .act(request, pick(["{\"name\":\"pay\"}", "1", ""]))
      case 1: .done(request, delivery(on: engine))
      default: .apply(request)
      }
    return (call, request.operations.count)
  }

  /// One of the last actions, mostly under its own name.
  private mutating func delivery(on engine: FleetEngineModel) -> FleetDelivery {
    let number = UInt64(max(1, Int(engine.actions.last) - roll(8)))
    let action = engine.actions.action(number)?.request
    let other = RequestNumber(pick(lives), UInt64(1 + roll(9)))
    return FleetDelivery(
      number, roll(8) == 0 ? other : action ?? other, of: Self.group, to: pick(["a", "b"]))
  }

  /// A number below a bound.
  mutating func roll(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }

  /// A cursor to join with.
  mutating func cursor(on engine: FleetEngineModel) -> FleetCursor? {
    switch roll(8) {
    case 0: nil
    case 1: engine.head
    case 2: FleetCursor(0, engine.id)
    case 3: FleetCursor(engine.head.revision + UInt64(roll(2)), Chain(rawValue: 7))
    case 4:
      FleetCursor(UInt64(roll(Int(engine.head.revision) + 1)), Chain(rawValue: 7))
    default: pick(cursors)
    }
  }

  private mutating func request(on engine: FleetEngineModel) -> FleetRequest {
    let life = pick(lives)
    let last = engine.lives[life]?.last ?? 0
    let number: UInt64 =
      switch roll(20) {
      case 0: last + 2 + UInt64(roll(3))
      case 1, 2: max(1, last - min(last, UInt64(roll(12))))
      default: last + 1
      }
    if roll(3) == 0 {
      open[life] = min(last + 2, (open[life] ?? 1) + UInt64(roll(roll(10) == 0 ? 400 : 12)))
    }
    return FleetRequest(
      RequestNumber(life, number), oldestOpen: open[life] ?? 1,
      condition: roll(2) == 0 ? nil : cursor(on: engine), logLength: pick([40, 40, 40, 70, 1]),
      (0..<pick([0, 1, 1, 1, 2, 3, 6])).map { _ in operation() })
  }

  private mutating func operation() -> FleetOperation {
    let key = roll(300) == 0 ? pick(Self.badKeys) : pick(Self.keys)
    let kind = pick(FleetOperation.Kind.allCases + [.increment, .increment, .append, .toggle])
    return switch kind {
    case .set: FleetOperation(.set, key, roll(200) == 0 ? pick(Self.badValues) : value())
    case .increment: FleetOperation(.increment, key, roll(30) == 0 ? value() : number())
    case .append: FleetOperation(.append, key, value())
    case .remove, .toggle: FleetOperation(kind, key)
    }
  }

  private mutating func value() -> UTF8String {
    roll(2) == 0 ? number() : pick(Self.values)
  }

  private mutating func number() -> UTF8String {
    switch roll(8) {
    case 0: UTF8String("\(Int64.random(in: .min ... .max, using: &seed))")
    case 1: UTF8String("\(pick([Int64.max, .min]) ^ Int64(roll(4)))")
    case 2: UTF8String("\((1 << 54) + roll(1 << 54))")
    case 3: UTF8String("\(Double.random(in: -1e6...1e6, using: &seed))")
    case 4: UTF8String("\(finite(Double(bitPattern: seed.next())))")
    case 5: pick(Self.numbers)
    default: UTF8String("\(roll(21) - 10)")
    }
  }

  private func finite(_ value: Double) -> Double { value.isFinite ? value : 0.5 }

  private static let keys: [UTF8String] = [
    "a", "b", "stock.apple", "order-1.sum", "flag", "list", "_", "!menu.1",
  ]
  private static let badKeys: [UTF8String] = [
    "", "!", "a b", "a\nb", "!a!", "ä", "a/b", "a..b", ".a", "a.", ".", "!.",
    UTF8String(String(repeating: "k", count: 255)), UTF8String(String(repeating: "k", count: 256)),
    UTF8String("!" + String(repeating: "k", count: 128)),
    UTF8String("!" + String(repeating: "k", count: 129)),
    UTF8String(String(repeating: "k.", count: 15) + "k"),
    UTF8String(String(repeating: "k.", count: 16) + "k"),
  ]
  private static let badValues: [UTF8String] = [
    "", "1\n2", "\n", UTF8String(String(repeating: "1", count: 65_536)),
    UTF8String(String(repeating: "1", count: 65_537)),
  ]
  private static let values: [UTF8String] = [
    "true", "false", "null", "\"\"", "\"Käse\"", "[]", "[1]", "[[],{\"a\":\"]\"}]", "{}",
    "{\"a\":[1,2]}", "\"12\"", " 1", "1 2", "0 ", "x",
  ]
  private static let numbers: [UTF8String] = [
    "0", "-0", "-0.0", "0.0", "1.0", "1.", "1e", "1e1", "1E+2", "1e-400", "1e999", "-1e308",
    "1e308",
    "1.7976931348623157e308", "5e-324", "0.1", "0.2", "01", "00", "0x10", "+1", "-", ".5", "1-1",
    "9223372036854775808", "-9223372036854775809", "99999999999999999999999", "4611686018427387904",
    "10000000000", "-10000000000", "9999999999", "-9999999999", "123456789012345678",
  ]
}
