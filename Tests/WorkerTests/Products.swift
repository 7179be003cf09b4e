import Glibc

/// The programs and libraries that were built together with the tests.
enum Products {
  /// The path of a product, which lies beside the test binary.
  static func path(_ name: String) -> String { "\(folder)/\(name)" }

  /// A path inside the repository.
  static func source(_ path: String, file: String = #filePath) -> String {
    let root = file.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/\(path)"
  }

  /// The folder with the header of plugins.
  static let headers = source("Sources/CButtonPlugin/include")

  private static let folder: String = {
    var buffer = [UInt8](repeating: 0, count: 4_096)
    let count = buffer.withUnsafeMutableBytes { bytes in
      bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? 0
    }
    let path = String(decoding: buffer.prefix(max(count, 0)), as: UTF8.self)
    return path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
      .joined(separator: "/")
  }()
}
