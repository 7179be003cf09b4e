package import ButtonEngine
package import ButtonModel
import ButtonProtocol
package import JSONRPC

extension Service {
  /// Tells the subscribers to actions that a button has performed its own: `deliver` gets each line
  /// with those who take it now; for those whose socket takes no bytes it waits in a queue.
  package func tell(
    _ definition: ButtonDefinition, client: String?, revision: UInt64,
    deliver: (SharedLine, [ConnectionID]) -> Void
  ) {
    for (line, members) in relay.lines(for: definition, client: client, revision: revision) {
      var receivers: [ConnectionID] = []
      for connection in members {
        guard let session = session(connection) else { continue }
        if session.isBlocked {
          session.actions.append(
            line, limit: Service.actionQueueLength, maximumBytes: limits.maxFrameBytes,
            held: &queued.lines)
        } else {
          receivers.append(connection)
        }
      }
      if !receivers.isEmpty { deliver(line, receivers) }
    }
  }

  /// The same, as one of the things that the engine wants done.
  func tell(_ definition: ButtonDefinition, client: String?, revision: UInt64) {
    tell(definition, client: client, revision: revision) { line, receivers in
      engine.actions.append(.deliver(line, to: receivers))
    }
  }
}
