/// A pointer's action on a button, or its press's timer that fires, as a primitive style gets it.
package struct GestureEvent: Hashable, Sendable {
  /// A press's phases, with the header's numbers.
  package enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    case began, moved, ended, cancelled, timer
  }

  /// A place in the button's space: points from the top left of its frame as drawn.
  package struct Location: Hashable, Sendable {
    package var x: Double
    package var y: Double

    /// Both numbers are finite.
    package init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }
  }

  package var phase: Phase
  /// The location is within the button's frame, outset by 40 points on every side.
  package var isInside: Bool
  /// The press counts as pressed before the event: as the last answer said, false when the press
  /// begins. It stays so unless the style says otherwise.
  package var isPressed: Bool
  /// Tells the fingers, pens and mice of one client apart.
  package var pointer: UInt32
  /// Nil if the client gave none.
  package var location: Location?
  /// In points; 0 until a client reports it.
  package var width: Double
  package var height: Double

  package init(
    _ phase: Phase, isInside: Bool = true, isPressed: Bool = false, pointer: UInt32 = 0,
    location: Location? = nil, width: Double = 0, height: Double = 0
  ) {
    self.phase = phase
    self.isInside = isInside
    self.isPressed = isPressed
    self.pointer = pointer
    self.location = location
    self.width = width
    self.height = height
  }
}

extension GestureEvent {
  private static let insideBit: UInt8 = 1
  private static let locationBit: UInt8 = 2
  private static let pressedBit: UInt8 = 4

  func write(to buffer: inout FrameBuffer) {
    var flags: UInt8 = 0
    if isInside { flags |= GestureEvent.insideBit }
    if location != nil { flags |= GestureEvent.locationBit }
    if isPressed { flags |= GestureEvent.pressedBit }
    buffer.append(phase.rawValue)
    buffer.append(flags)
    buffer.append(UInt16(0))
    buffer.append(pointer)
    buffer.append(location?.x ?? 0)
    buffer.append(location?.y ?? 0)
    buffer.append(width)
    buffer.append(height)
  }

  init(_ reader: inout FrameReader) throws(MalformedFrame) {
    guard let phase = Phase(rawValue: try reader.read(UInt8.self, "gesture phase")) else {
      throw MalformedFrame("unknown gesture phase", at: reader.offset - 1)
    }
    let flags = try reader.read(UInt8.self, "gesture flags")
    guard flags <= 7 else {
      throw MalformedFrame("unknown gesture flags", at: reader.offset - 1)
    }
    guard try reader.read(UInt16.self, "gesture padding") == 0 else {
      throw MalformedFrame("gesture padding is not 0", at: reader.offset - 2)
    }
    let pointer = try reader.read(UInt32.self, "pointer")
    let x = try reader.readDouble("location")
    let y = try reader.readDouble("location")
    let width = try reader.readDouble("frame width")
    let height = try reader.readDouble("frame height")
    guard width >= 0, height >= 0 else {
      throw MalformedFrame("frame size below 0", at: reader.offset - 16)
    }
    self.init(
      phase, isInside: flags & GestureEvent.insideBit != 0,
      isPressed: flags & GestureEvent.pressedBit != 0, pointer: pointer,
      location: flags & GestureEvent.locationBit != 0 ? Location(x: x, y: y) : nil,
      width: width, height: height)
  }
}
