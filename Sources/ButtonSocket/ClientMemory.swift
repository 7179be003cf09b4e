import JSONRPC

/// How many bytes sockets keep for all clients together: output that they do not take, and input that
/// they do not finish. A line that waits for several clients is counted once.
struct ClientMemory {
  private var own = 0
  private var lines = SharedLines()

  /// All of it.
  var bytes: Int { own + lines.bytes }

  /// Notes that the bytes kept for one client alone have changed by `bytes`.
  mutating func change(by difference: Int) { own += difference }

  /// A line waits for one more client; it stays alive until ``release(_:)``.
  mutating func hold(_ line: SharedLine) { lines.hold(line) }

  /// A line waits for one client less.
  mutating func release(_ line: SharedLine) { lines.release(line) }

  /// One waiting client's share of a line.
  func share(of line: SharedLine) -> Int { lines.share(of: line) }
}
