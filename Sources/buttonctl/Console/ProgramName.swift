import ButtonProtocol
import Glibc

/// How this program was called, as it can be called from any folder.
enum ProgramName {
  /// A bare name where it was found on the search path, else its absolute path.
  static var text: String {
    let called = ProgramArguments.program ?? "buttonctl"
    guard called.contains("/"), let path = realpath("/proc/self/exe", nil) else { return called }
    defer { free(path) }
    return String(cString: path)
  }
}
