package import ButtonProtocol

/// Controls the sources on behalf of clients.
package protocol SourceControl: AnyObject {
  /// How all sources are doing, in the order of the configuration.
  var listings: [SourceListing] { get }
  /// How one is doing; nil when there is none of that name.
  func listing(of name: String) -> SourceListing?
  /// Runs a polled source; calls `then` when that run is over.
  func run(_ name: String, then: @escaping () -> Void)
  /// Forgets a source's deaths, lifts its quarantine and starts it.
  func reset(_ name: String)
  /// Sends a source a line about the action of a button; a polled source runs instead.
  func send(action line: [UInt8], to name: String)
}
