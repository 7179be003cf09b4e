import JSONRPC

/// Bytes that sockets keep for all clients: output that they have not taken, and unfinished input.
/// A line that waits for several clients counts once.
struct ClientMemory {
  private var own = 0
  private var lines = SharedLines()

  var bytes: Int { own + lines.bytes }

  /// Changes what counts for one client alone.
  mutating func change(by difference: Int) { own += difference }

  /// Holds the line for one more client, until ``release(_:)``.
  mutating func hold(_ line: SharedLine) { lines.hold(line) }

  mutating func release(_ line: SharedLine) { lines.release(line) }

  /// One waiting client's share of a line.
  func share(of line: SharedLine) -> Int { lines.share(of: line) }
}
