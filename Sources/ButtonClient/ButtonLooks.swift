/// What a client holds of a subscription to buttons: how each one looks, and where that stands.
///
/// Lay every frame over it; who was away resumes with it.
public struct ButtonLooks: Hashable, Sendable {
  /// The newest frame in it; nil before the first.
  public private(set) var position: ButtonFrame.Position?

  /// The buttons by their ids.
  public private(set) var buttons: [String: ButtonRecord] = [:]

  /// Nothing yet.
  public init() {}

  /// Takes in the next frame.
  public mutating func apply(_ frame: ButtonFrame) {
    if frame.isSnapshot { buttons = [:] }
    for button in frame.buttons { buttons[button.id] = button }
    for id in frame.removed { buttons[id] = nil }
    position = frame.position
  }
}
