import Glibc

/// What the kernel says about a process, from `/proc`.
package enum ProcessFile {
  /// The whole text of a file, or what follows a place in it.
  package static func text(_ path: String, from place: Int = 0) throws -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      throw TestFailure("\(path) cannot be read: errno \(errno)")
    }
    defer { close(descriptor) }
    if place > 0 { lseek(descriptor, place, SEEK_SET) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk.prefix(count)
    }
  }

  /// Memory in use that is the process's own or shared, in KiB, without pages of files: machine code
  /// becomes resident as it is first executed.
  package static func residentKiB(of process: Int32) throws -> Int {
    let status = try text("/proc/\(process)/status")
    let kinds = status.split(separator: "\n").filter {
      $0.hasPrefix("RssAnon:") || $0.hasPrefix("RssShmem:")
    }
    let values = kinds.compactMap { line in
      Int(line.drop { !$0.isNumber }.prefix { $0.isNumber })
    }
    guard values.count == 2 else { throw TestFailure("process \(process) has no memory") }
    return values[0] + values[1]
  }

  /// The number of another process's open descriptors (see `LoneProcess` for one's own).
  package static func descriptorCount(of process: Int32) throws -> Int {
    precondition(process != getpid(), "every suite opens descriptors here: count in a LoneProcess")
    guard let folder = opendir("/proc/\(process)/fd") else {
      throw TestFailure("process \(process) is not there")
    }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
    }
    return count
  }

  /// The processes that a process with one thread has started and that live.
  package static func children(of process: Int32) throws -> [Int32] {
    var children: [Int32] = []
    guard let folder = opendir("/proc/\(process)/task") else {
      throw TestFailure("process \(process) is not there")
    }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let thread = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard Int(thread) != nil else { continue }
      let text = (try? self.text("/proc/\(process)/task/\(thread)/children")) ?? ""
      children += text.split(separator: " ").compactMap { Int32($0) }
    }
    return children
  }

  /// The living processes with an argument.
  package static func processes(with argument: String) throws -> [Int32] {
    try Folder.names(in: "/proc").compactMap { Int32($0) }.filter { process in
      let arguments = (try? text("/proc/\(process)/cmdline")) ?? ""
      return arguments.split(separator: "\0").contains { $0 == argument }
    }
  }

  /// The living processes that were started with an assignment in their environment, or inherited it. One
  /// that has ended and that nobody has waited for has no environment.
  package static func processes(withVariable assignment: String) throws -> [Int32] {
    try Folder.names(in: "/proc").compactMap { Int32($0) }.filter { process in
      let variables = (try? text("/proc/\(process)/environ")) ?? ""
      return variables.split(separator: "\0").contains { $0 == assignment }
    }
  }

  /// How long a process has run so far, in the kernel's ticks.
  package static func processorTicks(of process: Int32) throws -> Int {
    let fields = try text("/proc/\(process)/stat").split(separator: ")").last ?? ""
    return fields.split(separator: " ").dropFirst(11).prefix(2).reduce(0) { $0 + (Int($1) ?? 0) }
  }
}
