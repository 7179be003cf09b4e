import UVLoop

/// Work on files off the loop, one piece after the other, in order.
final class SerialWorkQueue {
  enum Purpose {
    /// Its result is not needed once the host stops.
    case reading
    /// Keeps something for later lives.
    case keeping
  }

  private let loop: Loop
  private var waiting: [(purpose: Purpose, work: (_ done: @escaping () -> Void) -> Void)] = []
  private var isBusy = false
  private var whenIdle: (() -> Void)?

  init(on loop: Loop) { self.loop = loop }

  /// Does `work` in its turn and passes its result to `then` on the loop's thread.
  func add<Value: Sendable>(
    _ work: @escaping @Sendable () -> Value, for purpose: Purpose = .reading,
    then: @escaping (Value) -> Void
  ) {
    waiting.append(
      (
        purpose,
        { [loop] done in
          loop.offload(work) { value in
            then(value)
            done()
          }
        }
      ))
    begin()
  }

  /// Drops pending reads, and calls `then` as soon as no work is left, which may be at once.
  func finish(then: @escaping () -> Void) {
    waiting.removeAll { $0.purpose == .reading }
    guard isBusy else { return then() }
    whenIdle = then
  }

  private func begin() {
    guard !isBusy, !waiting.isEmpty else { return }
    isBusy = true
    let next = waiting.removeFirst()
    next.work { [self] in
      isBusy = false
      begin()
      guard !isBusy, let then = whenIdle else { return }
      whenIdle = nil
      then()
    }
  }
}

@available(*, unavailable)
extension SerialWorkQueue: Sendable {}
