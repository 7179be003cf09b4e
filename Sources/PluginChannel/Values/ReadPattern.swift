package import ButtonModel

/// An entry of a manifest's `reads`: a full read name, or a prefix that ends in `.*`.
///
/// `state.checkout.*` covers `state.checkout.itemCount` and `state.checkout.a.b`, not
/// `state.checkout`; `state.*` covers all state.
package struct ReadPattern: Hashable, Sendable {
  private let text: UTF8String
  private let isPrefix: Bool

  /// Nil unless it is a state read, exact or with one `*` as its last segment.
  package init?(_ pattern: UTF8String) {
    let bytes = pattern.bytes
    let hasStar = bytes.suffix(2).elementsEqual([UInt8(ascii: "."), UInt8(ascii: "*")])
    let name = hasStar ? Array(bytes.dropLast(2)) : bytes
    let isWellFormed = name.withUnsafeBytes { name in
      if hasStar, name.elementsEqual("state".utf8) { return true }
      guard let key = ReadName.stateKey(name) else { return false }
      return StateKey.isValid(key)
    }
    guard isWellFormed else { return nil }
    isPrefix = hasStar
    text = hasStar ? UTF8String(bytes: Array(bytes.dropLast(1))) : pattern
  }

  /// Covers a full read name such as `state.checkout.itemCount`, and the quality of a state key
  /// that it covers: `quality.checkout.itemCount`.
  package func covers(_ name: UnsafeRawBufferPointer) -> Bool {
    if let key = ReadName.qualityKey(name) { return covers(stateKey: key) }
    return coversState(name)
  }

  private func coversState(_ name: UnsafeRawBufferPointer) -> Bool {
    text.bytes.withUnsafeBytes { text in
      guard name.count >= text.count, isPrefix ? name.count > text.count : name.count == text.count
      else { return false }
      return name.prefix(text.count).elementsEqual(text)
    }
  }

  /// The key has no prefix: `checkout.itemCount`.
  package func covers(stateKey key: UnsafeRawBufferPointer) -> Bool {
    let prefixLength = ReadName.statePrefix.utf8CodeUnitCount
    return text.bytes.withUnsafeBytes { text in
      let text = UnsafeRawBufferPointer(rebasing: text[prefixLength...])
      guard key.count >= text.count, isPrefix ? key.count > text.count : key.count == text.count
      else { return false }
      return key.prefix(text.count).elementsEqual(text)
    }
  }
}
