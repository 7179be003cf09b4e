import Glibc

/// What was built together with the tests, and the repository that it was built from.
package enum Products {
  /// The folder of all that was built: that of the program that runs the tests.
  package static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    precondition(count > 0, "the tests do not know where they are: errno \(errno)")
    let path = String(decoding: buffer[..<count], as: UTF8.self)
    return "/" + path.split(separator: "/").dropLast().joined(separator: "/")
  }()

  /// The path of a program or library.
  package static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// A path inside the repository.
  package static func source(_ path: String) -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/\(path)"
  }

  /// The folder with the header of plugins.
  package static let headers = source("Sources/CButtonPlugin/include")
}
