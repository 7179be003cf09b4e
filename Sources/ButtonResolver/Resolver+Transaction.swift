package import ButtonModel

extension Resolver {
  /// How to show the change to the last pass's look: as was set for a press or a release if it is
  /// one, otherwise as for all changes. Nil if nothing asks for an animation.
  ///
  /// `wasHighlighted` is that of the look on screen.
  package func transaction(wasHighlighted: Bool, isHighlighted: Bool) -> Transaction? {
    guard scratch.setsTransaction else { return nil }
    var text: UTF8String?
    if wasHighlighted != isHighlighted {
      text = scratch.text(isHighlighted ? .transactionOnPress : .transactionOnRelease)
    }
    guard let text = text ?? scratch.text(.transactionAlways),
      var transaction = try? text.bytes.withUnsafeBytes({ try Transaction(text: $0) }),
      !transaction.isNone
    else { return nil }
    let animation: ButtonConfiguration.ContentAnimation? = scratch.choice(.contentAnimation)
    transaction.animatesContent =
      scratch.bool(.transactionAnimatesContent) ?? true
      && animation != ButtonConfiguration.ContentAnimation.none
    return transaction
  }
}

extension PropertyScratch {
  fileprivate var setsTransaction: Bool {
    sets(.transactionOnPress) || sets(.transactionOnRelease) || sets(.transactionAlways)
  }
}
