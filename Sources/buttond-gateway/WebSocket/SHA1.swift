import CPlatform

/// SHA-1, which the WebSocket handshake uses.
enum SHA1 {
  /// The 20 bytes of a message's digest.
  static func digest(_ message: [UInt8]) -> [UInt8] {
    var digest = [UInt8](repeating: 0, count: 20)
    csystem_sha1(message, message.count, &digest)
    return digest
  }
}
