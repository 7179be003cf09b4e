package import ButtonModel
package import ButtonProtocol

/// A request for current looks.
package struct GetRequest: Sendable {
  package var match: Match
  package var traits: Traits
  package var limit: Int?
  package var after: UTF8String?
  /// Up to this id looks for the traits exist; nil if all do.
  var horizon: UTF8String?

  package init(match: Match, traits: Traits, limit: Int? = nil, after: UTF8String? = nil) {
    self.match = match
    self.traits = traits
    self.limit = limit
    self.after = after
  }
}

/// A request for current and future looks.
package struct SubscribeRequest: Sendable {
  package var spec: SubscriptionSpec
  package var since: TickMark?

  package init(spec: SubscriptionSpec, since: TickMark? = nil) {
    self.spec = spec
    self.since = since
  }
}
