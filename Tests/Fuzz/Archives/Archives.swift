import PluginTools

/// An archive of a plugin: what is in it stays inside the plugin's folder, or an error that says why.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let archive = Array(UnsafeBufferPointer(start: bytes, count: count))
  let read = { (range: Range<Int>) throws(ToolError) -> [UInt8] in
    precondition(range.lowerBound >= 0 && range.upperBound <= count, "a read beyond the archive")
    return Array(archive[range])
  }
  do throws(ToolError) {
    let index = try ArchiveIndex(size: count, read: read)
    for entry in index.entries {
      let name = entry.header.name
      precondition(!name.hasPrefix("/"), "a file outside the plugin's folder")
      precondition(!name.split(separator: "/").contains(".."), "a file out of the folder")
      precondition(entry.offset + entry.header.size <= count, "a file beyond the archive")
    }
    let names = Set(index.entries.map(\.header.name))
    precondition(names.count == index.entries.count, "a name twice")
    _ = try ArchiveContents("archive", size: count, read: read)
  } catch {
    precondition(!error.message.isEmpty, "an error without words")
  }
  return 0
}
