/// Why an evaluation has no value: small, compared in one go, and made without allocating, so that a
/// key may be in error in every frame. `ExpressionProgram.error(for:)` puts it into words.
package struct ExpressionFailure: Error, Hashable, Sendable {
  /// What happened.
  package enum Reason: UInt8, Hashable, Sendable {
    case absentKey
    /// Something that was asked for with `.?` or `[?…]` is not there.
    case absentOptional
    case absentMember
    case wrongType
    case overflow
    case divisionByZero
    /// A double that is infinite or not a number is to be stored.
    case notFinite
    case duplicateName
    case badFormat
    case badNumber
    /// A text has more digits than any number needs.
    case numberTooLong
    case badRange
    case empty
    case overBudget
    case resultTooLarge

    /// Whether it says that something is not there which may be absent.
    var isAbsence: Bool { self == .absentKey || self == .absentOptional }
  }

  /// What happened.
  package let reason: Reason
  /// Whether what failed stands beside a '-', which may be meant as a part of a key's name: a template then
  /// fails, where it shows nothing of what is absent elsewhere.
  var isTerm = false
  /// The kind of the operand or argument that was refused, and of the one beside it.
  var first: ValueKind = .null
  var second: ValueKind = .null
  /// Which argument of a call was refused, from 0.
  var argument: UInt8 = 0
  /// The instruction at which it happened.
  var place: UInt16 = 0
}
