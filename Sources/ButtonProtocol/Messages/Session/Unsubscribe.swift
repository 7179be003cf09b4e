package struct UnsubscribeRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method = Method(
    "unsubscribe", for: .read, "Ends a subscription of this connection.", errors: [.notFound])

  package var subscription = ""

  package init() {}

  package init(subscription: String) { self.subscription = subscription }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription)
  }
}
