import ButtonModel
import PluginHost

/// A file's header in an archive: its name, its size, and whether it is a library.
///
/// The format is POSIX's ustar, of which only one variant is written and read: regular files owned
/// by root, without times. So the same files make the same bytes, and nothing in a header is
/// ambiguous.
package struct ArchiveHeader: Hashable, Sendable {
  /// The message for a file that was never packed.
  static let noArchive =
    "is not a \(PluginArchive.suffix) package; `buttonctl plugin pack` makes one of a plugin's folder"
  /// Headers and contents fill whole blocks.
  package static let blockSize = 512

  package let name: String
  /// In bytes.
  package let size: Int
  package let isExecutable: Bool

  package init(name: String, size: Int, isExecutable: Bool) throws(ToolError) {
    guard ArchiveHeader.isName(name) else {
      throw ToolError(
        "the name '\(ArchiveHeader.shown(name))' cannot be packed: paths inside the folder, of at "
          + "most 255 bytes, without control characters and parts that begin with a dot")
    }
    guard ArchiveHeader.split(name) != nil else {
      throw ToolError(
        "the name '\(name)' cannot be packed: its last part has more than 100 bytes, or its folders "
          + "more than 155; shorten it")
    }
    guard (0...ArchiveHeader.maximumSize).contains(size) else {
      throw ToolError("'\(name)' has \(size) bytes; \(ArchiveHeader.maximumSize) are the most")
    }
    self.name = name
    self.size = size
    self.isExecutable = isExecutable
  }

  /// Refuses everything but what `bytes` would write.
  package init(_ block: [UInt8]) throws(ToolError) {
    guard block.count == ArchiveHeader.blockSize else { throw ToolError("is cut short") }
    guard block[257..<263].elementsEqual("ustar\0".utf8), block[263..<265].elementsEqual("00".utf8)
    else { throw ToolError(ArchiveHeader.noArchive) }
    let (prefix, last) = (ArchiveHeader.text(block[345..<500]), ArchiveHeader.text(block[0..<100]))
    guard let prefix, let last else { throw ToolError("has a file whose name is not valid UTF-8") }
    let name = prefix.isEmpty ? last : "\(prefix)/\(last)"
    let shown = ArchiveHeader.shown(name)
    if let kind = ArchiveHeader.refusedKind(block[156]) {
      throw ToolError("'\(shown)' is \(kind); a plugin has files alone")
    }
    if name.hasPrefix("/") {
      throw ToolError("'\(shown)' is an absolute path; names are paths inside the plugin's folder")
    }
    if name.split(separator: "/").contains("..") {
      throw ToolError("'\(shown)' leads out of the plugin's folder")
    }
    guard let size = ArchiveHeader.octal(block[124..<136]) else {
      throw ToolError("'\(shown)' has a size that is not a number")
    }
    let mode = ArchiveHeader.octal(block[100..<108])
    try self.init(name: name, size: size, isExecutable: mode == ArchiveHeader.executableMode)
    guard bytes == block else {
      throw ToolError(
        "'\(shown)' has a header that `buttonctl plugin pack` does not write (a checksum, owner, "
          + "time or mode is another)")
    }
  }

  package var bytes: [UInt8] {
    guard let (prefix, last) = ArchiveHeader.split(name) else {
      preconditionFailure("a name that fits was checked at the beginning")
    }
    var block = [UInt8](repeating: 0, count: ArchiveHeader.blockSize)
    func put(_ text: some Sequence<UInt8>, at offset: Int) {
      for (index, byte) in text.enumerated() { block[offset + index] = byte }
    }
    put(last, at: 0)
    let mode = isExecutable ? ArchiveHeader.executableMode : ArchiveHeader.plainMode
    put(ArchiveHeader.octal(mode, digits: 7), at: 100)
    put(ArchiveHeader.octal(0, digits: 7), at: 108)
    put(ArchiveHeader.octal(0, digits: 7), at: 116)
    put(ArchiveHeader.octal(size, digits: 11), at: 124)
    put(ArchiveHeader.octal(0, digits: 11), at: 136)
    put("        ".utf8, at: 148)
    block[156] = UInt8(ascii: "0")
    put("ustar\0".utf8, at: 257)
    put("00".utf8, at: 263)
    put(ArchiveHeader.octal(0, digits: 7), at: 329)
    put(ArchiveHeader.octal(0, digits: 7), at: 337)
    put(prefix, at: 345)
    let sum = block.reduce(0) { $0 + Int($1) }
    put(ArchiveHeader.octal(sum, digits: 6), at: 148)
    return block
  }

  /// The size with the padding of its last block.
  package var paddedSize: Int {
    (size + ArchiveHeader.blockSize - 1) / ArchiveHeader.blockSize * ArchiveHeader.blockSize
  }

  private static let maximumSize = 1 << 30
  private static let executableMode = 0o755
  private static let plainMode = 0o644

  /// The name stays inside the folder, can be shown, and is not a hidden file's.
  private static func isName(_ name: String) -> Bool {
    ManifestName.isInnerPath(name)
      && name.split(separator: "/").allSatisfy { !$0.hasPrefix(".") }
      && name.split(separator: "/").count <= 10
  }

  /// Escaped and shortened for messages.
  static func shown(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(100))).printable
      + (name.unicodeScalars.count > 100 ? "…" : "")
  }

  /// Splits a name as late as possible; nil if a part would be too long.
  private static func split(_ name: String) -> (prefix: [UInt8], last: [UInt8])? {
    let bytes = Array(name.utf8)
    if bytes.count <= 100 { return ([], bytes) }
    let slashes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "/") }
    guard let slash = slashes.last(where: { $0 <= 155 && bytes.count - $0 - 1 <= 100 }) else {
      return nil
    }
    return (Array(bytes[..<slash]), Array(bytes[(slash + 1)...]))
  }

  private static func octal(_ number: Int, digits: Int) -> [UInt8] {
    let text = String(number, radix: 8)
    return Array((String(repeating: "0", count: digits - text.utf8.count) + text).utf8) + [0]
  }

  private static func octal(_ field: ArraySlice<UInt8>) -> Int? {
    var number = 0
    let digits = field.dropLast()
    for digit in digits {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(digit) else { return nil }
      number = number * 8 + Int(digit - UInt8(ascii: "0"))
    }
    return field.last == 0 ? number : nil
  }

  /// Up to the first NUL; nil if it is not UTF-8.
  private static func text(_ field: ArraySlice<UInt8>) -> String? {
    String(validating: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// Nil for a regular file.
  private static func refusedKind(_ kind: UInt8) -> String? {
    switch kind {
    case UInt8(ascii: "0"): nil
    case UInt8(ascii: "1"): "a hard link"
    case UInt8(ascii: "2"): "a symbolic link"
    case UInt8(ascii: "3"), UInt8(ascii: "4"): "a device"
    case UInt8(ascii: "5"): "a folder's entry"
    case UInt8(ascii: "6"): "a pipe"
    default: "an entry of an unknown kind"
    }
  }
}
