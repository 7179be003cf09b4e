/// Rules for the name of a state key: dot-separated segments of `[A-Za-z0-9_-]`.
public enum StateKey {
  /// In bytes.
  public static let maximumBytes = 255
  public static let maximumSegments = 16

  /// The clock sets these: whole seconds, whole minutes, and the time in the daemon's zone.
  package static let clockNames = ["clock.second", "clock.minute", "clock.local"]

  @inlinable
  public static func isValid(_ name: UnsafeRawBufferPointer) -> Bool {
    guard !name.isEmpty, name.count <= maximumBytes else { return false }
    var segments = 1
    var segmentIsEmpty = true
    for byte in name {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
        segmentIsEmpty = false
      case UInt8(ascii: "."):
        if segmentIsEmpty { return false }
        segments += 1
        segmentIsEmpty = true
      default: return false
      }
    }
    return !segmentIsEmpty && segments <= maximumSegments
  }

  /// Whether the key begins with `volatile.`: it does not survive the daemon.
  @inlinable
  public static func isVolatile(_ name: UnsafeRawBufferPointer) -> Bool {
    let prefix: StaticString = "volatile."
    guard name.count > prefix.utf8CodeUnitCount else { return false }
    for index in 0..<prefix.utf8CodeUnitCount where name[index] != prefix.utf8Start[index] {
      return false
    }
    return true
  }

  /// Whether the name is `prefix`, or begins with it and a dot.
  package static func isName(_ name: UnsafeRawBufferPointer, atOrUnder prefix: UTF8String) -> Bool {
    let count = prefix.bytes.count
    guard name.count >= count, prefix.bytes.elementsEqual(name[..<count]) else { return false }
    return name.count == count || name[count] == UInt8(ascii: ".")
  }

  public static func isValid(_ name: UTF8String) -> Bool {
    name.bytes.withUnsafeBytes { isValid($0) }
  }
}
