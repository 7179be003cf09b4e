/// What the engine keeps of a client's connection: what it watches and whether it can take bytes.
struct Connection {
  /// Places in the table of subscriptions to buttons.
  var buttons: [Int] = []
  /// Places in the table of subscriptions to state.
  var state: [Int] = []
  /// The socket takes no more bytes at the moment.
  var isBlocked = false
  /// Is on the list of those to be brought up to date.
  var isLagging = false
}
