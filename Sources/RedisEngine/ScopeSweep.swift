import RESP

/// Clears a scope, a step at a time, of what removed keys and daemons that are gone have left in the engine.
struct ScopeSweep {
  /// Fields that the engine looks at in a step: half a millisecond.
  private static let stepFields = 1_000

  private let keys: ScopeKeys
  /// Where it goes on; nil while it is over.
  private var cursor: String?

  init(_ keys: ScopeKeys) { self.keys = keys }

  /// Begins, unless it is under way.
  mutating func begin() { cursor = cursor ?? "0" }

  /// The next step; nil if there is none.
  var step: RESPCommand? { cursor.map { keys.sweep(from: $0, count: Self.stepFields) } }

  /// Takes the reply to a step. An engine that refuses it is left alone.
  mutating func take(_ reply: RESPValue?) {
    let next = reply?.elements?.first?.string
    cursor = next == "0" ? nil : next
  }
}

extension ScopeSession {
  /// Takes one step between two readings of the log: the more is changed, the more is cleared.
  func takeSweepStep(on reader: EngineConnection) async {
    guard let step = sweep.step else { return }
    sweep.take(try? await reader.send(step))
  }
}
