package typealias SourcesListRequest = ListRequest<SourceListing>
package typealias SourcesSubscribeRequest = ListingsSubscribeRequest<SourceListing>

extension SourceListing: ProgramListing {
  package static let plural: StaticString = "sources"
  package static let order: StaticString = "In the order of the configuration."
  package static let list = Method(
    "sources.list", for: .admin, "The sources and how they are doing.")
  package static let subscribe = Method(
    "sources.subscribe", for: .admin, "Subscribes to how sources are doing.",
    notifies: SourceChangedNotification.self)
}

package struct SourceChangedNotification: Notification, Hashable {
  package static let method: StaticString = "source.changed"
  package static let summary: StaticString = "A source is new, gone, or doing otherwise."

  package var subscription = ""
  package var source: SourceListing?
  package var removed: String?

  package init() {}

  package init(subscription: String, source: SourceListing) {
    self.subscription = subscription
    self.source = source
  }

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
