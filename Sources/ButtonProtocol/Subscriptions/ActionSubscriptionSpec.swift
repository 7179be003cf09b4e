package struct ActionSubscriptionSpec: Hashable, Sendable {
  package let match: Match

  package let isOfFleet: Bool
  /// Each action goes to one subscriber of the group.
  package let group: String?

  package init(match: Match, isOfFleet: Bool = false, group: String? = nil) {
    self.match = match
    self.isOfFleet = isOfFleet
    self.group = group
  }

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
