import Glibc

/// A small file system in memory, for tests of full disks; it is unmounted with the object.
package final class SmallDisk {
  /// Where it is.
  package let path: String
  private let folder = TemporaryFolder()

  /// Whether this process may mount one.
  package static let isAvailable = (try? SmallDisk(kibibytes: 64)) != nil

  /// A disk of that size.
  package init(kibibytes: Int) throws {
    path = folder.path
    guard mount("none", path, "tmpfs", 0, "size=\(kibibytes)k,mode=0700") == 0 else {
      throw TestFailure("cannot mount a tmpfs: \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    umount2(path, Int32(MNT_DETACH))
  }

  /// Takes all space that is left, and returns how to give it back.
  package func fill() -> Filler { Filler(path: "\(path)/filler") }

  /// Makes the disk larger or smaller.
  package func resize(kibibytes: Int) {
    let result = mount("none", path, "tmpfs", UInt(MS_REMOUNT), "size=\(kibibytes)k")
    precondition(result == 0, "the disk cannot be resized: errno \(errno)")
  }

  /// Lets nothing be written any more, or again.
  package func setReadOnly(_ isReadOnly: Bool) {
    let flags = UInt(MS_REMOUNT) | (isReadOnly ? UInt(MS_RDONLY) : 0)
    let result = mount("none", path, "tmpfs", flags, nil)
    precondition(result == 0, "the disk cannot be changed: errno \(errno)")
  }

  /// A file that takes what space there is.
  package struct Filler {
    let path: String

    fileprivate init(path: String) {
      self.path = path
      let descriptor = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
      precondition(descriptor >= 0, "\(path): errno \(errno)")
      let page = [UInt8](repeating: 1, count: 4_096)
      while write(descriptor, page, page.count) == page.count {}
      close(descriptor)
    }

    /// Gives the space back.
    package func remove() { unlink(path) }
  }
}
