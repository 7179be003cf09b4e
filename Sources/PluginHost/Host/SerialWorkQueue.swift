import UVLoop

/// Work on files, done off the loop, one piece after the other in the order in which it was given.
final class SerialWorkQueue {
  /// What a piece of work is for.
  enum Purpose {
    /// To find something out, which nobody wants to know in the end.
    case reading
    /// To keep something for later lives.
    case keeping
  }

  private let loop: Loop
  private var waiting: [(purpose: Purpose, work: (_ done: @escaping () -> Void) -> Void)] = []
  private var isBusy = false
  private var whenIdle: (() -> Void)?

  init(on loop: Loop) { self.loop = loop }

  /// Does `work` when its turn comes, and then hands its result to `then` on the loop's thread.
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

  /// Leaves undone what would only be read and has not begun, and calls `then` as soon as nothing is
  /// left to do; at once, if nothing is.
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
