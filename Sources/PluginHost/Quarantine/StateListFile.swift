import ButtonProtocol
import Glibc

/// A list's file: the list as one line of text, and the SHA-256 of that line as the next. Waits for
/// the disk: use it off the loop.
struct StateListFile<List: StateList>: Sendable {
  let folder: String

  var path: String { "\(folder)/\(List.fileName)" }

  /// A missing file is an empty list. A damaged one is renamed, one that cannot be read for the
  /// moment stays; both with a warning.
  func read() -> (list: List, warning: String?) {
    var status = stat()
    guard lstat(path, &status) == 0 || errno != ENOENT else { return (List(), nil) }
    do throws(FileError) {
      let bytes = try PluginFile.read(
        path, atMost: List.maximumBytes + StateListFile.checksum([]).count)
      if let list = StateListFile.list(in: bytes) { return (list, nil) }
      return (List(), "\(path): is not a \(List.noun); \(List.loss). \(setAside())")
    } catch {
      let rest = error.isPassing ? "" : " \(setAside())"
      return (List(), "\(path): \(error.what); \(List.loss).\(rest)")
    }
  }

  /// Replaces the file atomically.
  func write(_ list: List) throws(FileError) {
    try PrivateFolder.make(folder)
    let temporary = "\(folder)/.\(List.fileName).new"
    unlink(temporary)
    let target = try FileCopy.Target(temporary, mode: 0o600)
    let text = list.text
    let bytes = text + StateListFile.checksum(text)
    let written = bytes.withUnsafeBytes { bytes in
      Result { () throws(FileError) in try target.write(bytes) }
    }
    try written.get()
    try target.sync()
    guard rename(temporary, path) == 0 else { throw .system(path) }
    let descriptor = open(folder, O_RDONLY | O_CLOEXEC | O_DIRECTORY)
    guard descriptor >= 0 else { throw .system(folder) }
    defer { close(descriptor) }
    guard fsync(descriptor) == 0 else { throw .system(folder) }
  }

  /// Nil if the bytes are not as they were written.
  static func list(in bytes: [UInt8]) -> List? {
    // Files of version 1 end without a checksum.
    if bytes.starts(with: #"{"version":1,"#.utf8), let list = List(bytes) { return list }
    let end = bytes.count - checksum([]).count
    guard end > 0, bytes[end...].elementsEqual(checksum(Array(bytes[..<end]))) else { return nil }
    return List(Array(bytes[..<end]))
  }

  private static func checksum(_ text: [UInt8]) -> [UInt8] {
    var hash = SHA256()
    text.withUnsafeBytes { hash.update($0) }
    return Array("\(hash.finish())\n".utf8)
  }

  /// Gives the file a dated name.
  private func setAside() -> String {
    var now = time(nil)
    var parts = tm()
    gmtime_r(&now, &parts)
    var stamp = [CChar](repeating: 0, count: 32)
    strftime(&stamp, stamp.count, "%Y%m%dT%H%M%SZ", &parts)
    let date = stamp.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    let other = "\(path).damaged-\(String(decoding: date, as: UTF8.self))"
    guard rename(path, other) == 0 else {
      return "The file cannot be renamed: \(FileError.system(path).what)."
    }
    return "The file is kept as \(other)."
  }
}
