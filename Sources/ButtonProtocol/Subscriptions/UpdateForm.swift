/// How records travel in updates.
package enum UpdateForm: String, Hashable, Sendable, CaseIterable {
  /// The whole appearance, every time.
  case full
  /// A merge patch where the client holds the directly preceding look.
  case delta
}
