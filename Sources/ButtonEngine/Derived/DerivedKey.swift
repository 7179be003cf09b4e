import ButtonExpressions
import ButtonModel
import ButtonStore

/// A key that follows from other keys: one that clients named, or a hidden one for a binding.
final class DerivedKey {
  let key: KeyID
  let derivation: Derivation
  /// The keys that it reads, by the program's slots.
  let inputs: [KeyID]
  /// The hidden keys that say whether a key is lost, for the keys about which it asks.
  let qualities: [KeyID]
  /// Whether it is hidden.
  let isUnlisted: Bool
  /// More than the rank of every derived key that it reads: keys are evaluated by rank.
  var rank = 0
  /// What ``DerivationGraph/ranks(after:_:_:)`` notes while it works: how many affected keys that it reads
  /// have no rank yet, -1 for a key that is not affected; and its new rank, -1 before there is one.
  var unranked = -1
  var newRank = -1
  /// Whether this is the present definition of the key.
  var isDefined = false
  /// It must be evaluated.
  var isQueued = false
  /// Why it has no value; nil if it has one, and before it is evaluated.
  var failure: ExpressionFailure?
  /// The same as of the last commit, of a hidden key that was written since.
  var committedFailure: ExpressionFailure?
  /// The steps of the last evaluation.
  var steps = 0
  /// The revision of its definition.
  var definedAt: UInt64 = 0
  /// Its definition comes from a file; no client has redefined it.
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

  /// All keys whose changes must queue it.
  var reads: [KeyID] { inputs + qualities }

  /// The bytes for which its definition counts in the limit.
  var byteCount: Int { DerivedKey.byteCount(of: derivation) }

  /// A program takes a few times the bytes of its source.
  static func byteCount(of derivation: Derivation) -> Int { byteCount(of: derivation.text) }

  /// The same for the program of a text.
  static func byteCount(of text: ExpressionText) -> Int { 512 + 8 * text.source.bytes.count }
}
