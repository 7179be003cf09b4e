/// What a subscription to actions asks for.
package struct ActionSubscriptionSpec: Hashable, Sendable {
  package let match: Match

  /// Whether the actions of all daemons are meant.
  package let isOfFleet: Bool
  /// The group of which each action goes to one subscriber.
  package let group: String?

  package init(match: Match, isOfFleet: Bool = false, group: String? = nil) {
    self.match = match
    self.isOfFleet = isOfFleet
    self.group = group
  }

  /// The subscription's name on the wire.
  package var name: String {
    var name = SubscriptionName(method: "actions")
    name.combine(match)
    if isOfFleet { name.combine("fleet") }
    if let group {
      name.combine("group")
      name.combine(group)
    }
    return name.text
  }
}
