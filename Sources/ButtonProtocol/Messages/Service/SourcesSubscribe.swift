/// Subscribes to how sources are doing.
package struct SourcesSubscribeRequest: Request, Hashable {
  package typealias Response = SourcesSubscribeResponse
  package static let method = Method(
    "sources.subscribe", for: .admin, "Subscribes to how sources are doing.",
    notifies: SourceChangedNotification.self)

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}

  /// The subscription's name on the wire.
  package static var subscription: String { SubscriptionName(method: "sources").text }
}

/// The beginning of a subscription to sources.
package struct SourcesSubscribeResponse: Message, Hashable {
  package var subscription = ""
  package var sources: [SourceListing] = []

  package init() {}

  package init(subscription: String, sources: [SourceListing]) {
    self.subscription = subscription
    self.sources = sources
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.required("sources", &sources, "How all of them are doing.")
  }
}

/// A source is there, is gone, or is doing otherwise than before.
package struct SourceChangedNotification: Notification, Hashable {
  package static let method: StaticString = "source.changed"
  package static let summary: StaticString = "A source is new, gone, or doing otherwise."

  package var subscription = ""
  package var source: SourceListing?
  package var removed: String?

  package init() {}

  /// A source is new, or is doing otherwise.
  package init(subscription: String, source: SourceListing) {
    self.subscription = subscription
    self.source = source
  }

  /// The source of a name is not in the configuration any more.
  package init(subscription: String, removed: String) {
    self.subscription = subscription
    self.removed = removed
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.subscription, &subscription, as: .subscription)
    try fields.optional("source", &source)
    try fields.optional(
      .removed, &removed, "The name of a source that the configuration has no more.")
    fields.oneOf(["source"], ["removed"])
  }
}
