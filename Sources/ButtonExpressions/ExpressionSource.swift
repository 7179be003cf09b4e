package import ButtonModel

/// Where an evaluation reads its keys, by their slots in `ExpressionProgram.keys`.
///
/// All reads of one evaluation must see one state. Neither call may change it.
package protocol ExpressionSource {
  /// The value of a key; nil when it is absent. Doubles are finite, JSON is canonical.
  func value(at slot: Int) -> StateValue?

  /// Whether the source that feeds the key is gone.
  func isLost(at slot: Int) -> Bool
}
