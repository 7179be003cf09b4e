import JSONRPC

/// The lines in the queues of all clients that take no bytes, counted once each.
final class QueuedLines {
  /// The lines.
  var lines = SharedLines()
}
