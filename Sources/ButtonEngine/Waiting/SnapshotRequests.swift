package import ButtonModel
package import ButtonProtocol

/// A request for the present looks.
package struct GetRequest: Sendable {
  package var match: Match
  package var traits: Traits
  package var limit: Int?
  package var after: UTF8String?
  /// The id up to which there are looks in the traits; nil where there are all.
  var horizon: UTF8String?

  package init(match: Match, traits: Traits, limit: Int? = nil, after: UTF8String? = nil) {
    self.match = match
    self.traits = traits
    self.limit = limit
    self.after = after
  }
}

/// A request for looks from now on.
package struct SubscribeRequest: Sendable {
  package var spec: SubscriptionSpec
  package var since: TickMark?

  package init(spec: SubscriptionSpec, since: TickMark? = nil) {
    self.spec = spec
    self.since = since
  }
}
