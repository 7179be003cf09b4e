/// An answer that says why there is no other.
struct Refusal: Error, Hashable, Sendable {
  /// The status of HTTP.
  let status: Int
  /// What is wrong and how to mend it.
  let message: String
  /// What whoever runs the gateway should know of it, as a line of its log; nil for nothing.
  let log: String?

  init(_ status: Int, _ message: String, log: String? = nil) {
    self.status = status
    self.message = message
    self.log = log
  }
}
