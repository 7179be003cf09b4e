/// A third party's property: `x-` and a reverse-DNS name, for example `x-com.example.glow`.
package enum ExtraName {
  /// Names have at most 255 bytes.
  package static func isValid(_ name: UnsafeRawBufferPointer) -> Bool {
    guard name.count <= ChannelLimits.bytesPerName, name.count > 2, name[0] == UInt8(ascii: "x"),
      name[1] == UInt8(ascii: "-")
    else { return false }
    var segments = 1
    var segmentIsEmpty = true
    for byte in name[2...] {
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
    return segments >= 2 && !segmentIsEmpty
  }
}
