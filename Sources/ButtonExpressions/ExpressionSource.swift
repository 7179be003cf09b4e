package import ButtonModel

/// Where an evaluation reads its keys, by slots of `ExpressionProgram.keys`.
///
/// All reads of one evaluation must see one state. Neither call may change it.
package protocol ExpressionSource {
  /// Nil if the key is absent. Doubles are finite, JSON is canonical.
  func value(at slot: Int) -> StateValue?

  /// Whether the key's source is gone.
  func isLost(at slot: Int) -> Bool
}
