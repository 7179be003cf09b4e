package struct PointerEnteredRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method = Method(
    "pointer.entered", for: .press, "A pointer of this client came over a button.",
    errors: [.notFound, .limitExceeded])

  package var id = ""
  package var wait: Wait?

  package init() {}

  package init(id: String, wait: Wait? = nil) {
    self.id = id
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional(.wait, &wait)
  }
}

package struct PointerExitedRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method = Method(
    "pointer.exited", for: .press, "No pointer of this client is over the button any more.",
    errors: [.notFound])

  package var id = ""
  package var wait: Wait?

  package init() {}

  package init(id: String, wait: Wait? = nil) {
    self.id = id
    self.wait = wait
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.optional(.wait, &wait)
  }
}
