package import ButtonProtocol

/// What a client says about its press of a button.
package enum PressEvent: Hashable, Sendable {
  /// It began, somewhere inside unless a place is named.
  case began(PressLocation?)
  case moved(PressLocation)
  /// It was released, at the last place unless one is named.
  case ended(PressLocation?)
  /// It came to nothing.
  case cancelled
}
