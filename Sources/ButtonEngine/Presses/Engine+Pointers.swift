package import ButtonModel
package import ButtonProtocol
import ButtonStore

extension Engine {
  /// How large which client draws which button, by connection and id.
  package var layouts: [(connection: ConnectionID, id: String, size: DrawnSize)] {
    presses.layouts { store.isInUse($0) && store.generation(of: $0) == $1 }
      .compactMap { key, size in
        records[Int(key.slot.rawValue)].map { (key.connection, $0.id.string, size) }
      }
      .sorted { ($0.connection.rawValue, $0.id) < ($1.connection.rawValue, $1.id) }
  }

  /// Whether a connection waits for what a button's style makes of its press: what it asks for next takes
  /// effect after that.
  package func isAwaitingStyle(of id: UTF8String, _ connection: ConnectionID) -> Bool {
    guard let slot = slots[id] else { return false }
    let press = presses[PressKey(slot: slot, connection: connection)]
    return press?.primitive?.events.isAwaited == true
  }

  /// Which client presses which button, by connection and id.
  package var pressesUnderWay: [(connection: ConnectionID, id: String)] {
    presses.keys
      .compactMap { key in
        records[Int(key.slot.rawValue)].map { (key.connection, $0.id.string) }
      }
      .sorted { ($0.connection.rawValue, $0.id) < ($1.connection.rawValue, $1.id) }
  }
}
