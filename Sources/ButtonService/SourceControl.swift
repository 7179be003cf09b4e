package import ButtonProtocol

/// Controls the sources on behalf of clients.
package protocol SourceControl: AnyObject {
  /// In the order of the configuration.
  var listings: [SourceListing] { get }
  func listing(of name: String) -> SourceListing?
  /// Calls `then` when the run is over; the source must be polled.
  func run(_ name: String, then: @escaping () -> Void)
  /// Forgets a source's deaths, lifts its quarantine and starts it.
  func reset(_ name: String)
  /// A polled source runs instead of getting the line.
  func send(action line: [UInt8], to name: String)
}
