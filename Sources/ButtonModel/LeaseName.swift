/// The rules for the name of a lease: letters, digits, `.`, `_` and `-`.
public enum LeaseName {
  /// In bytes.
  public static let maximumBytes = 64

  /// 1 to 64 bytes.
  public static func isValid(_ name: UnsafeRawBufferPointer) -> Bool {
    guard !name.isEmpty, name.count <= maximumBytes else { return false }
    return name.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
        UInt8(ascii: "-"):
        true
      default: false
      }
    }
  }

  public static func isValid(_ name: UTF8String) -> Bool {
    name.bytes.withUnsafeBytes { isValid($0) }
  }
}
