import TestSupport

/// Changes that one daemon is asked for without a wait for the answers, and what became of them.
///
/// Each adds one to a key that no other daemon changes and one to a key that all change.
struct SteadyLoad {
  /// What a change does while the engine is out of reach.
  enum Kind: String, CaseIterable {
    /// It shows and waits.
    case stock
    /// It is refused.
    case safe
  }

  /// How many changes count, and how many more may.
  struct Count {
    var certain = 0
    var possible = 0
  }

  private let name: String
  private var client: TestClient
  /// What is not answered yet, by its request.
  private(set) var open: [Int64: Kind] = [:]
  private(set) var counts: [Kind: Count] = [:]
  private(set) var refused = 0

  init(_ name: String, _ till: Till) throws {
    self.name = name
    client = try till.daemon.connect()
  }

  /// The key that only this daemon changes.
  func key(_ kind: Kind) -> String { "\(kind).\(name)" }

  /// Asks for some changes, unless many are open.
  mutating func send(using seed: inout Seed) throws {
    guard open.count < 50 else { return }
    for _ in 0..<Int.random(in: 0...2, using: &seed) {
      let kind = Int.random(in: 0..<4, using: &seed) == 0 ? Kind.safe : .stock
      let operations = [key(kind), "\(kind).all"].map {
        #"{"op":"increment","key":"\#($0)","by":1}"#
      }
      let id = try client.request(
        "state.update", #"{"operations":[\#(operations.joined(separator: ","))]}"#)
      open[Int64(id)] = kind
    }
  }

  /// Takes the answers that have come; whether none is due any more.
  mutating func take() throws -> Bool {
    for answer in try client.notifications(until: Deadline(seconds: 0)) { try take(answer) }
    return open.isEmpty
  }

  /// After the daemon was killed: takes what it had said, and goes on with the one in its place.
  mutating func turn(to till: Till) throws {
    while let line = try client.nextLine() {
      try take(try JSONTree(parsing: String(decoding: line, as: UTF8.self)))
    }
    for kind in open.values { counts[kind, default: Count()].possible += 1 }
    open = [:]
    client = try till.daemon.connect()
  }

  /// The key has a value that everybody agrees on.
  mutating func settle(_ kind: Kind, at value: Int) {
    counts[kind] = Count(certain: value)
  }

  private mutating func take(_ answer: JSONTree) throws {
    guard case .int(let id)? = answer["id"], let kind = open.removeValue(forKey: id) else {
      throw TestFailure("wanted an answer, got \(answer.text)")
    }
    let reason = answer["error"]?["data"]?["reason"]?.string
    switch (answer["result"], kind, reason) {
    case (_?, _, _): counts[kind, default: Count()].certain += 1
    case (nil, .safe, "fleetUnavailable"): refused += 1
    // The engine was out of reach for too long.
    case (nil, .safe, "timeout"): counts[kind, default: Count()].possible += 1
    default: throw TestFailure("\(key(kind)): \(answer.text)")
    }
  }
}
