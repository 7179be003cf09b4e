import Glibc
import PluginHost

/// Notices when a plugin's sources are saved; products of builds do not count.
final class SourceWatch {
  /// Becomes readable when there may be news.
  let descriptor: Int32
  private let folder: String
  private let library: String?
  private var folders: [Int32: String] = [:]

  /// Watches a folder and those in it. Without a Makefile `library` counts as a source.
  init(_ folder: String, library: String?) throws(ToolError) {
    self.folder = folder
    self.library = library
    descriptor = inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK))
    guard descriptor >= 0 else { throw .system("inotify") }
    watch(folder, depth: 0)
  }

  deinit { close(descriptor) }

  /// The names of what was saved, created or removed since the last call.
  func changes() -> Set<String> {
    var changes: Set<String> = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { return changes }
      buffer.withUnsafeBytes { bytes in
        var offset = 0
        while offset + SourceWatch.eventBytes <= count {
          let event = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
          let start = offset + SourceWatch.eventBytes
          let end = min(start + Int(event.len), count)
          let name = String(decoding: bytes[start..<end].prefix { $0 != 0 }, as: UTF8.self)
          offset = start + Int(event.len)
          if let change = self.change(event, name) { changes.insert(change) }
        }
      }
    }
  }

  private static let eventBytes = 16
  private static let maximumFolders = 512

  private func change(_ event: inotify_event, _ name: String) -> String? {
    guard let folder = folders[event.wd], !name.isEmpty, !isProduct(name) else { return nil }
    if event.mask & UInt32(IN_ISDIR) != 0 {
      watch("\(folder)/\(name)", depth: 1)
      return nil
    }
    // A file that is created and still open is not saved yet.
    return event.mask & UInt32(IN_CREATE) != 0 ? nil : name
  }

  private func isProduct(_ name: String) -> Bool {
    if name == library { return false }
    return name.hasPrefix(".") || name == "build"
      || [".so", ".o", ".d", ".new", "~", ".swp", PluginArchive.suffix].contains {
        name.hasSuffix($0)
      }
  }

  private func watch(_ path: String, depth: Int) {
    guard depth < 8, folders.count < SourceWatch.maximumFolders else { return }
    let mask = IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_DELETE | IN_CREATE
    let number = inotify_add_watch(descriptor, path, UInt32(mask))
    guard number >= 0 else { return }
    folders[number] = path
    for entry in (try? PluginFile.entries(of: path)) ?? []
    where entry.kind == .folder && !isProduct(entry.name) {
      watch("\(path)/\(entry.name)", depth: depth + 1)
    }
  }
}
