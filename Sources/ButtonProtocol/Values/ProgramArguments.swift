import CPlatform
import Glibc

/// The program's command line, whatever libraries did before `main`.
package enum ProgramArguments {
  /// The arguments without the program's name.
  package static var words: [String] { (1..<max(1, csystem_argument_count())).compactMap(word) }

  /// How the program was called; nil for an empty argument vector.
  package static var program: String? { word(0) }

  /// The absolute path of the running program; nil where /proc is not mounted.
  package static var executable: String? {
    var path = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &path, path.count)
    guard count > 0 else { return nil }
    return String(decoding: path.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  private static func word(_ index: Int32) -> String? {
    csystem_argument(index).map { String(cString: $0) }
  }
}
