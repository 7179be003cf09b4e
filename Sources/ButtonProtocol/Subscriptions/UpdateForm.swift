package enum UpdateForm: String, Hashable, Sendable, CaseIterable {
  case full
  /// A merge patch where the client has the look before.
  case delta
}
