/// Why an evaluation has no value. Small, compared in one go, and made without allocating, so that
/// a key may fail in every frame. `ExpressionProgram.error(for:)` puts it into words.
package struct ExpressionFailure: Error, Hashable, Sendable {
  package enum Reason: UInt8, Hashable, Sendable {
    case absentKey
    /// The value asked for with `.?` or `[?…]` is absent.
    case absentOptional
    case absentMember
    case wrongType
    case overflow
    case divisionByZero
    /// An infinity or NaN is to be stored.
    case notFinite
    case duplicateName
    case badFormat
    case badNumber
    /// More digits than any number needs.
    case numberTooLong
    case badRange
    case empty
    case overBudget
    case resultTooLarge

    /// What is missing may be absent.
    var isAbsence: Bool { self == .absentKey || self == .absentOptional }
  }

  package let reason: Reason
  /// The failing operand is beside a '-', which may be meant as part of a key's name. A template
  /// then fails instead of showing nothing.
  var isTerm = false
  /// The types of the refused operand or argument and of the one beside it.
  var first: ValueKind = .null
  var second: ValueKind = .null
  /// The index of the refused argument; ``element`` for what is in a list or format.
  var argument: UInt8 = 0
  static let element = UInt8.max
  /// The instruction that failed.
  var place: UInt16 = 0
}
