import Glibc
import PluginHost

/// A file mapped into memory, which nobody may truncate meanwhile.
final class MappedFile {
  let bytes: UnsafeRawBufferPointer

  init(_ path: String) throws(ToolError) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    var info = stat()
    guard descriptor >= 0, fstat(descriptor, &info) == 0 else {
      throw ToolError("\(path) cannot be read: \(String(cString: strerror(errno)))")
    }
    defer { close(descriptor) }
    let size = Int(info.st_size)
    guard size > 0 else {
      bytes = UnsafeRawBufferPointer(start: nil, count: 0)
      return
    }
    guard let start = mmap(nil, size, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
    else { throw ToolError("\(path) cannot be read: \(String(cString: strerror(errno)))") }
    bytes = UnsafeRawBufferPointer(start: start, count: size)
  }

  deinit {
    if let start = bytes.baseAddress {
      munmap(UnsafeMutableRawPointer(mutating: start), bytes.count)
    }
  }
}

@available(*, unavailable)
extension MappedFile: Sendable {}
