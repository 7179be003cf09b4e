/// Packets of MQTT as they go over the wire.
enum MQTTPacket {
  /// A packet whose length is that of its body, unless it claims another.
  static func bytes(_ kind: UInt8, _ body: [UInt8], length: Int? = nil) -> [UInt8] {
    var rest = length ?? body.count
    var header = [kind]
    repeat {
      header.append(UInt8(rest & 127) | (rest > 127 ? 128 : 0))
      rest >>= 7
    } while rest > 0
    return header + body
  }

  /// A text behind its length.
  static func text(_ text: String) -> [UInt8] {
    [UInt8(text.utf8.count >> 8), UInt8(text.utf8.count & 255)] + Array(text.utf8)
  }
}
