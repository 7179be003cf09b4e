package import ButtonModel

extension Resolver {
  /// How the change to the look of the last pass is to be shown: what was set for a press or a
  /// release if it is one, else the general one. Nil when nothing asks for an animation.
  ///
  /// `wasHighlighted` is that of the look on show.
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
  /// True when there may be a transaction.
  fileprivate var setsTransaction: Bool {
    sets(.transactionOnPress) || sets(.transactionOnRelease) || sets(.transactionAlways)
  }
}
