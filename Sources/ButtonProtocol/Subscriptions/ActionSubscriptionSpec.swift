/// What a subscription to actions asks for.
package struct ActionSubscriptionSpec: Hashable, Sendable {
  package let match: Match

  package init(match: Match) { self.match = match }

  /// The subscription's name on the wire.
  package var name: String {
    var name = SubscriptionName(method: "actions")
    name.combine(match)
    return name.text
  }
}
