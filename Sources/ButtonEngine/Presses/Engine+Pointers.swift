import ButtonModel
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

  /// Which client presses which button, by connection and id.
  package var pressesUnderWay: [(connection: ConnectionID, id: String)] {
    presses.keys
      .compactMap { key in
        records[Int(key.slot.rawValue)].map { (key.connection, $0.id.string) }
      }
      .sorted { ($0.connection.rawValue, $0.id) < ($1.connection.rawValue, $1.id) }
  }
}
