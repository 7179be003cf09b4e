import Glibc
import PluginHost

extension ToolError {
  /// The reason that the system's last call left behind.
  static func system(_ path: String) -> ToolError {
    ToolError("\(path): \(String(cString: strerror(errno)))")
  }

  /// Does what throws errors of another kind; they say the same as errors of tools.
  static func from<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(ToolError) -> Value {
    do throws(Failure) { return try body() } catch { throw ToolError("\(error)") }
  }
}
