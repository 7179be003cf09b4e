import CButtonPlugin

/// What a pointer did on a button.
public struct PointerEvent: Hashable, Sendable {
  /// Where in its life a press is: it begins, moves any number of times, and ends or is cancelled.
  public enum Phase: UInt32, Hashable, Sendable {
    /// The pointer went down on the button.
    case began
    /// It moved, inside or outside.
    case moved
    /// It was lifted: the press is over.
    case ended
    /// The press is over without a release: the client took it back or left, or the button changed.
    case cancelled
  }

  /// A place in the button's own space: points from the top left of its frame.
  public struct Location: Hashable, Sendable {
    /// Points to the right of the frame's left edge.
    public var x: Double
    /// Points below the frame's upper edge.
    public var y: Double

    /// A place.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
  }

  /// Where the press is in its life.
  public let phase: Phase
  /// True while the location is within the button's frame outset by 40 points on every side.
  public let isInside: Bool
  /// Tells the fingers, pens and mice of one client apart.
  public let pointer: UInt32
  /// Nil where the client gives none.
  public let location: Location?
  /// The frame's width in points, 0 while no client has reported it.
  public let width: Double
  /// The frame's height in points, 0 while no client has reported it.
  public let height: Double

  /// An event of a unit test's.
  public init(
    _ phase: Phase, isInside: Bool = true, pointer: UInt32 = 0, location: Location? = nil,
    width: Double = 0, height: Double = 0
  ) {
    (self.phase, self.isInside, self.pointer) = (phase, isInside, pointer)
    (self.location, self.width, self.height) = (location, width, height)
  }

  /// True while the location is within the frame outset by some points on every side; for an event
  /// without a location, `isInside`.
  public func isInside(frameOutsetBy outset: Double) -> Bool {
    guard let location else { return isInside }
    return location.x >= -outset && location.x < width + outset
      && location.y >= -outset && location.y < height + outset
  }

  /// The event as a host gives it.
  func raw(isPressed: Bool) -> btn_pointer_event {
    var flags = isInside ? BTN_POINTER_IS_INSIDE : 0
    if location != nil { flags |= BTN_POINTER_HAS_LOCATION }
    if isPressed { flags |= BTN_POINTER_IS_PRESSED }
    return btn_pointer_event(
      size: UInt32(MemoryLayout<btn_pointer_event>.size), phase: phase.rawValue, flags: flags,
      pointer: pointer, x: location?.x ?? 0, y: location?.y ?? 0, width: width, height: height)
  }

  /// The host's event; nil in a phase of a later host.
  init?(_ event: btn_pointer_event) {
    guard let phase = Phase(rawValue: event.phase) else { return nil }
    self.phase = phase
    isInside = event.flags & BTN_POINTER_IS_INSIDE != 0
    pointer = event.pointer
    location =
      event.flags & BTN_POINTER_HAS_LOCATION != 0 ? Location(x: event.x, y: event.y) : nil
    width = event.width
    height = event.height
  }
}
