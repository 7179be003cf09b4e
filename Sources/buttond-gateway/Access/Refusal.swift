/// An answer that says why there is no other.
struct Refusal: Error, Hashable, Sendable {
  /// The status of HTTP.
  let status: Int
  /// What is wrong and how to mend it.
  let message: String

  init(_ status: Int, _ message: String) {
    self.status = status
    self.message = message
  }
}
