import ButtonModel

/// The rules for the names a plugin reads by, as far as both ends of the channel must agree on them.
package enum ReadName {
  /// What stands before the name of a state key.
  package static let statePrefix: StaticString = "state."
  /// What stands before the name of a state key to read whether it is lost.
  package static let qualityPrefix: StaticString = "quality."
  /// What stands before a path of the theme.
  package static let themePrefix: StaticString = "theme."
  /// What stands before the name of an argument of the definition.
  package static let parameterPrefix: StaticString = "button.parameters."

  /// The name that says whether a pointer is over the button.
  package static let hover: StaticString = "button.isHovered"

  /// True for the name that says whether a pointer is over the button, whose reads make it depend on that.
  package static func isHover(_ name: UnsafeRawBufferPointer) -> Bool {
    rest(of: name, after: hover)?.isEmpty == true
  }

  /// True for a name whose reads make a button depend on it: `state.KEY`, `quality.KEY` and
  /// `theme.PATH`.
  package static func isTracked(_ name: UnsafeRawBufferPointer) -> Bool {
    guard let key = stateKey(name) ?? themePath(name) ?? qualityKey(name) else { return false }
    return StateKey.isValid(key)
  }

  /// The state key in `state.KEY`, nil for any other name.
  package static func stateKey(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    rest(of: name, after: statePrefix)
  }

  /// The state key in `quality.KEY`, nil for any other name.
  package static func qualityKey(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    rest(of: name, after: qualityPrefix)
  }

  /// The path in `theme.PATH`, nil for any other name.
  package static func themePath(_ name: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer? {
    rest(of: name, after: themePrefix)
  }

  /// What follows a prefix, nil when the name begins differently.
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
