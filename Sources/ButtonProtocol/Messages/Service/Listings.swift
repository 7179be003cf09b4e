/// How a supervised program, a plugin or a source, is doing.
package protocol ProgramListing: WireObject, Hashable {
  static var plural: StaticString { get }
  static var list: Method { get }
  static var subscribe: Method { get }
  /// The listing's order, for the description of the protocol.
  static var order: StaticString { get }
}

package struct ListRequest<Listing: ProgramListing>: Request, Hashable {
  package typealias Response = ListResponse<Listing>
  package static var method: Method { Listing.list }

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

package struct ListResponse<Listing: ProgramListing>: Message, Hashable {
  package var listings: [Listing] = []

  package init() {}

  package init(_ listings: [Listing]) { self.listings = listings }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(Listing.plural, &listings, Listing.order)
  }
}

package struct ListingsSubscribeRequest<Listing: ProgramListing>: Request, Hashable {
  package typealias Response = ListingsSubscribeResponse<Listing>
  package static var method: Method { Listing.subscribe }

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}

  package static var subscription: String { SubscriptionName(method: "\(Listing.plural)").text }
}

package struct ListingsSubscribeResponse<Listing: ProgramListing>: Message, Hashable {
  package var subscription = ""
  package var listings: [Listing] = []

  package init() {}

  package init(subscription: String, _ listings: [Listing]) {
    self.subscription = subscription
    self.listings = listings
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required(Listing.plural, &listings, "How all of them are doing.")
  }
}
