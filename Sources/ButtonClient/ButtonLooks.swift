/// What a client holds of a subscription to buttons: how each one looks, as of which frame.
///
/// Apply every frame to it; after a lost connection, resume with it.
public struct ButtonLooks: Hashable, Sendable {
  /// The newest frame in it; nil before the first.
  public private(set) var position: ButtonFrame.Position?

  /// The buttons by their ids.
  public private(set) var buttons: [String: ButtonLook] = [:]

  /// Creates looks without any buttons.
  public init() {}

  /// Applies the next frame.
  public mutating func apply(_ frame: ButtonFrame) {
    if frame.isSnapshot { buttons = [:] }
    for button in frame.buttons { buttons[button.id] = button }
    for id in frame.removed { buttons[id] = nil }
    position = frame.position
  }
}
