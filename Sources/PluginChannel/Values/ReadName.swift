import ButtonModel

/// The rules for the names that a plugin reads, as far as both ends of the channel must agree.
package enum ReadName {
  package static let statePrefix: StaticString = "state."
  /// Reads whether a state key is lost.
  package static let qualityPrefix: StaticString = "quality."
  package static let themePrefix: StaticString = "theme."
  package static let parameterPrefix: StaticString = "button.parameters."

  package static let hover: StaticString = "button.isHovered"

  /// A button whose pass reads this name depends on whether a pointer is over it.
  package static func isHover(_ name: UnsafeRawBufferPointer) -> Bool {
    rest(of: name, after: hover)?.isEmpty == true
  }

  /// A read of `state.KEY`, `quality.KEY` or `theme.PATH` makes a button depend on it.
  package static func isTracked(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let key = stateKey(name) ?? themePath(name) ?? qualityKey(name) else { return false }
    return StateKey.isValid(key)
  }

  /// The key in `state.KEY`; nil for any other name.
  package static func stateKey(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    rest(of: name, after: statePrefix)
  }

  /// The key in `quality.KEY`; nil for any other name.
  package static func qualityKey(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    rest(of: name, after: qualityPrefix)
  }

  /// The path in `theme.PATH`; nil for any other name.
  package static func themePath(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    rest(of: name, after: themePrefix)
  }

  /// Nil if the name does not begin with the prefix.
  package static func rest(
    of name: UnsafeRawBufferPointer, after prefix: StaticString
  ) -> UnsafeRawBufferPointer? {
    let length = prefix.utf8CodeUnitCount
    guard name.count >= length,
      name.prefix(length).elementsEqual(
        UnsafeRawBufferPointer(start: prefix.utf8Start, count: length))
    else { return nil }
    return UnsafeRawBufferPointer(rebasing: name[length...])
  }
}
