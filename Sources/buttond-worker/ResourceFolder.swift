import ButtonModel
import Glibc
import PluginChannel

/// The plugin's folder, which its manifest may let it read until it is ready.
///
/// What has been read stays in memory until the process ends.
final class ResourceFolder {
  /// The limit for all files together.
  static let maximumBytes = 64 << 20

  private let mainThread = pthread_self()
  private let isAllowed: Bool
  /// Nil once the plugin is ready, and without the permission.
  private var descriptor: Int32?
  private var contents: [UTF8String: UnsafeRawBufferPointer] = [:]
  private var bytesLeft = ResourceFolder.maximumBytes

  /// Nothing may be read if the path is empty.
  init(_ path: String) throws(WorkerFailure) {
    isAllowed = !path.isEmpty
    guard isAllowed else { return }
    let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw WorkerFailure(
        code: .libraryNotLoaded, message: "\(path): \(String(cString: strerror(errno)))")
    }
    self.descriptor = descriptor
  }

  deinit { close() }

  /// No file may be read any more.
  func close() {
    if let descriptor { Glibc.close(descriptor) }
    descriptor = nil
  }

  /// Nil if there is no readable file. The contents are followed by a NUL that does not count.
  func read(_ name: UnsafeRawBufferPointer) throws(Refusal) -> UnsafeRawBufferPointer? {
    guard isAllowed else { throw .denied }
    guard let descriptor, pthread_equal(pthread_self(), mainThread) != 0 else { throw .state }
    guard ResourceFolder.isName(name) else { throw .invalid }
    let key = UTF8String(copying: name)
    if let known = contents[key] { return known }
    let parts = key.string.split(separator: "/").map(String.init)
    guard let file = ResourceFolder.openFile(parts[...], in: descriptor) else { return nil }
    defer { Glibc.close(file) }
    let read = try read(file)
    contents[key] = read
    return read
  }

  /// A relative path without hidden parts, and no longer than names are.
  private static func isName(_ name: UnsafeRawBufferPointer) -> Bool {
    guard !name.isEmpty, name.count <= ChannelLimits.bytesPerName, isValidUTF8(name),
      !name.contains(0)
    else { return false }
    return name.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy { part in part.first.map { $0 != UInt8(ascii: ".") } ?? false }
  }

  /// Opens a regular file without following a link anywhere on the way.
  private static func openFile(_ parts: ArraySlice<String>, in folder: Int32) -> Int32? {
    guard let part = parts.first else { return nil }
    if parts.count > 1 {
      let inner = openat(folder, part, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard inner >= 0 else { return nil }
      defer { Glibc.close(inner) }
      return openFile(parts.dropFirst(), in: inner)
    }
    let file = openat(folder, part, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      Glibc.close(file)
      return nil
    }
    return file
  }

  private func read(_ file: Int32) throws(Refusal) -> UnsafeRawBufferPointer? {
    var info = stat()
    guard fstat(file, &info) == 0 else { return nil }
    let size = Int(info.st_size)
    guard size <= bytesLeft else { throw .limit }
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: size + 1, alignment: 16)
    var count = 0
    while count < size {
      let part = Glibc.read(file, memory.baseAddress.map { $0 + count }, size - count)
      if part < 0, errno == EINTR { continue }
      guard part > 0 else { break }
      count += part
    }
    guard count == size else {
      memory.deallocate()
      return nil
    }
    memory[size] = 0
    bytesLeft -= size
    return UnsafeRawBufferPointer(rebasing: memory[..<size])
  }
}
