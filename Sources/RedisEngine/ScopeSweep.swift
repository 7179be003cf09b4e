import RESP

/// Clears a scope, step by step, of what removed keys and gone daemons have left in the engine.
struct ScopeSweep {
  /// Fields that the engine looks at in a step: half a millisecond.
  private static let stepFields = 1_000

  private let keys: ScopeKeys
  /// Where the sweep goes on; nil while none is under way.
  private var cursor: String?

  init(_ keys: ScopeKeys) { self.keys = keys }

  /// Begins, unless it is under way.
  mutating func begin() { cursor = cursor ?? "0" }

  var step: RESPCommand? { cursor.map { keys.sweep(from: $0, count: Self.stepFields) } }

  /// An engine that refuses a step is left alone.
  mutating func take(_ reply: RESPValue?) {
    let next = reply?.elements?.first?.string
    cursor = next == "0" ? nil : next
  }
}

extension ScopeSession {
  /// One step between two readings of the log: the more is changed, the more is cleared.
  func takeSweepStep(on reader: EngineConnection) async {
    guard let step = sweep.step else { return }
    sweep.take(try? await reader.send(step))
  }
}
