/// Where the files of an archive are; all its headers are valid.
package struct ArchiveIndex: Hashable, Sendable {
  /// `offset` is where the contents begin.
  package struct Entry: Hashable, Sendable {
    package let header: ArchiveHeader
    package let offset: Int
  }

  package static let maximumEntries = 1_100
  package static let maximumBytes = 1 << 30

  /// In the archive's order.
  package let entries: [Entry]

  /// Reads the headers of an archive of `size` bytes; `read` returns a range of them.
  package init(
    size: Int, read: (Range<Int>) throws(ToolError) -> [UInt8]
  ) throws(ToolError) {
    let block = ArchiveHeader.blockSize
    guard size <= ArchiveIndex.maximumBytes else {
      throw ToolError("has \(size) bytes; \(ArchiveIndex.maximumBytes) are the most")
    }
    var entries: [Entry] = []
    var names: Set<String> = []
    var folders: Set<String> = []
    var offset = 0
    while true {
      guard offset + block <= size else {
        throw ToolError(offset == 0 ? ArchiveHeader.noArchive : "is cut short")
      }
      let head = try read(offset..<offset + block)
      if head.allSatisfy({ $0 == 0 }) { break }
      let header = try ArchiveHeader(head)
      guard entries.count < ArchiveIndex.maximumEntries else {
        throw ToolError("has more than \(ArchiveIndex.maximumEntries) files")
      }
      guard names.insert(header.name).inserted else {
        throw ToolError("'\(header.name)' is there twice")
      }
      folders.formUnion(ArchiveIndex.folders(of: header.name))
      offset += block
      let end = offset + header.paddedSize
      guard end <= size else { throw ToolError("is cut short, in '\(header.name)'") }
      let padding = try read(offset + header.size..<end)
      guard padding.allSatisfy({ $0 == 0 }) else {
        throw ToolError("has something hidden behind '\(header.name)'")
      }
      entries.append(Entry(header: header, offset: offset))
      offset = end
    }
    guard size >= offset + 2 * block else { throw ToolError("is cut short: it has no end") }
    let end = try read(offset..<offset + 2 * block)
    guard size == offset + 2 * block, end.allSatisfy({ $0 == 0 }) else {
      throw ToolError("has something behind its end")
    }
    if let name = names.sorted().first(where: { folders.contains($0) }) {
      throw ToolError("'\(name)' is both a file and a folder")
    }
    self.entries = entries
  }

  private static func folders(of name: String) -> [String] {
    let parts = name.split(separator: "/").dropLast()
    return parts.indices.map { parts[...$0].joined(separator: "/") }
  }
}
