/// How one of the programs that the daemon supervises is doing: a plugin or a source.
package protocol ProgramListing: WireObject, Hashable {
  /// What such programs are called on the wire.
  static var plural: StaticString { get }
  /// The method that lists them, and the one that also reports changes.
  static var list: Method { get }
  static var subscribe: Method { get }
  /// How a list of them is ordered, for the description of the protocol.
  static var order: StaticString { get }
}

/// Asks which plugins or sources there are and how they are doing.
package struct ListRequest<Listing: ProgramListing>: Request, Hashable {
  package typealias Response = ListResponse<Listing>
  package static var method: Method { Listing.list }

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

/// How all of them are doing.
package struct ListResponse<Listing: ProgramListing>: Message, Hashable {
  package var listings: [Listing] = []

  package init() {}

  package init(_ listings: [Listing]) { self.listings = listings }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(Listing.plural, &listings, Listing.order)
  }
}

/// Subscribes to how plugins or sources are doing.
package struct ListingsSubscribeRequest<Listing: ProgramListing>: Request, Hashable {
  package typealias Response = ListingsSubscribeResponse<Listing>
  package static var method: Method { Listing.subscribe }

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}

  /// The subscription's name on the wire.
  package static var subscription: String { SubscriptionName(method: "\(Listing.plural)").text }
}

/// The beginning of a subscription to them.
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
