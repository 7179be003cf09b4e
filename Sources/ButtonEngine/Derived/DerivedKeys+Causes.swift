import ButtonExpressions
import ButtonModel
import ButtonStore

/// Why derived keys have no value.
extension DerivedKeys {
  /// The most names of a chain in a message.
  private static let maximumNames = 8

  /// Why a key is in error, if because a derived key is absent, in words to follow the error: the
  /// first error in the chain, and the keys from the absent one to the one that fails.
  func cause(ofErrorOf key: KeyID, _ store: Store) -> String? {
    let chain = failingInputs(of: key)
    guard let root = chain.last, let error = error(of: root) else { return nil }
    let way = chain.count > 1 ? " (\(words(for: chain, store)))" : ""
    return "because \(Excerpt(store.name(of: root).string)) fails\(way): \(error)"
  }

  /// The derived keys that put a key in error, each absent because of the next.
  private func failingInputs(of key: KeyID) -> [KeyID] {
    var chain: [KeyID] = []
    var last = key
    while let entry = self[last], let failure = entry.failure,
      let slot = entry.derivation.program.absentKey(in: failure),
      self[entry.inputs[slot]]?.failure != nil
    {
      last = entry.inputs[slot]
      chain.append(last)
    }
    return chain
  }

  private func words(for chain: [KeyID], _ store: Store) -> String {
    func names(_ keys: some Sequence<KeyID>) -> [String] {
      keys.map { "\(Excerpt(store.name(of: $0).string))" }
    }
    let most = DerivedKeys.maximumNames
    let told =
      chain.count <= most
      ? names(chain)
      : names(chain.prefix(most / 2)) + ["… \(chain.count - most) more …"]
        + names(chain.suffix(most / 2))
    return told.joined(separator: " → ")
  }
}
