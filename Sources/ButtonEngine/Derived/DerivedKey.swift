import ButtonExpressions
import ButtonModel
import ButtonStore

/// A key that follows from others: one that clients named, or a hidden one for a binding.
final class DerivedKey {
  let key: KeyID
  let derivation: Derivation
  /// The keys that it reads, by the program's slots.
  let inputs: [KeyID]
  /// Hidden keys that say whether the keys that it asks about are lost.
  let qualities: [KeyID]
  let isUnlisted: Bool
  /// Above the rank of every derived key that it reads: keys are evaluated by rank.
  var rank = 0
  /// Scratch of ``DerivationGraph/ranks(after:_:_:)``: how many affected keys that it reads have no
  /// rank yet, -1 if it is not affected itself; and its new rank, -1 before there is one.
  var unranked = -1
  var newRank = -1
  /// Whether this is the present definition of the key.
  var isDefined = false
  var isQueued = false
  /// Why it has no value; nil if it has one, and before it is evaluated.
  var failure: ExpressionFailure?
  /// As of the last commit, for a hidden key that was written since.
  var committedFailure: ExpressionFailure?
  /// The steps that the last evaluation took.
  var steps = 0
  /// The revision of its definition.
  var definedAt: UInt64 = 0
  /// It comes from a file, and no client has redefined it.
  var isFromFile = false

  init(
    _ key: KeyID, _ derivation: Derivation, isUnlisted: Bool, inputs: [KeyID],
    asked qualities: [KeyID]
  ) {
    self.key = key
    self.isUnlisted = isUnlisted
    self.qualities = qualities
    self.derivation = derivation
    self.inputs = inputs
  }

  /// The keys whose changes queue it.
  var reads: [KeyID] { inputs + qualities }

  /// What its definition counts towards the limit.
  var byteCount: Int { DerivedKey.byteCount(of: derivation) }

  /// A program takes a few times the bytes of its source.
  static func byteCount(of derivation: Derivation) -> Int { byteCount(of: derivation.text) }

  static func byteCount(of text: ExpressionText) -> Int { 512 + 8 * text.source.bytes.count }
}
