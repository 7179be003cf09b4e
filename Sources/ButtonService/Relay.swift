import ButtonEngine
import ButtonProtocol

/// Tells connections of one kind of event, each by a subscription, for as long as its role allows.
protocol Relay: AnyObject {
  /// The least role that may be told.
  var right: Role { get }
  /// Ends a subscription of a connection; false when it has none of that name.
  func unsubscribe(_ name: String, _ session: Session) -> Bool
  /// Ends all subscriptions of a connection, and drops what waits to be told.
  func end(_ session: Session)
  /// How many subscriptions a connection has, each counted as its match says.
  func count(of connection: ConnectionID) -> Int
}
