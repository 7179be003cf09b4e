/// What an evaluation costs at most, in steps, besides what functions and operators go through: texts,
/// and the elements of lists.
package struct ExpressionCost: Hashable, Sendable {
  /// Steps if no macro finds an element.
  package internal(set) var fixed = 0
  /// Steps more for one element of each list that a macro goes through.
  package internal(set) var perElement = 0
}
