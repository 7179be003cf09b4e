package struct CheckFinding: Hashable, Sendable {
  /// What the item's status becomes at least.
  package var status: CheckStatus
  package var place: CheckPlace?
  package var message: String
  package var remedy: String

  package init(
    _ status: CheckStatus, _ message: String, at place: CheckPlace? = nil, remedy: String
  ) {
    self.status = status
    self.place = place
    self.message = message
    self.remedy = remedy
  }
}

extension CheckFinding: CustomStringConvertible {
  package var description: String {
    guard let place, !place.description.isEmpty else { return message }
    return "\(place): \(message)"
  }
}
