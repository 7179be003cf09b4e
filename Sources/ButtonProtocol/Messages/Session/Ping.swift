package struct PingRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method = Method("ping", for: .read, "Asks for nothing but an answer.")

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

/// Done, and nothing to say about it.
package struct EmptyResponse: Message, Hashable {
  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}
