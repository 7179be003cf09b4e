import ButtonModel
import PluginChannel

/// Makes a plugin's text fit for a frame.
enum MessageText {
  /// Valid UTF-8 of at most 1 KiB, cut between characters.
  static func cut(_ text: UnsafeRawBufferPointer) -> UTF8String {
    let limit = ChannelLimits.bytesPerMessage
    if text.count <= limit, isValidUTF8(text) { return UTF8String(copying: text) }
    let repaired = UTF8String(String(decoding: text.prefix(limit), as: UTF8.self)).bytes
    var end = min(repaired.count, limit)
    while end > 0, end < repaired.count, repaired[end] & 0xC0 == 0x80 { end -= 1 }
    return UTF8String(bytes: Array(repaired[..<end]))
  }
}
