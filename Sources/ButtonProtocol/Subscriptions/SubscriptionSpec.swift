package import ButtonModel

/// What a subscription to buttons asks for; equal specs share one encoded frame.
package struct SubscriptionSpec: Hashable, Sendable {
  package var match: Match
  /// The traits, with the members that the request left out already filled in.
  package var traits: Traits
  package var form: UpdateForm
  /// Frames a second, at least 0.001; nil for every frame.
  package var maxRate: Double?

  package init(
    match: Match, traits: Traits = Traits(), form: UpdateForm = .full, maxRate: Double? = nil
  ) {
    self.match = match
    self.traits = traits
    self.form = form
    self.maxRate = maxRate
  }

  package var name: String {
    var name = SubscriptionName(method: "buttons")
    name.combine(match)
    name.combine(traits)
    name.combine(form.rawValue)
    name.combine(maxRate?.bitPattern ?? 0)
    return name.text
  }

  /// In nanoseconds; 0 without a `maxRate`.
  package var minimumInterval: UInt64 {
    guard let maxRate else { return 0 }
    return UInt64(1_000_000_000 / max(maxRate, 0.001))
  }
}
