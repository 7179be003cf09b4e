import Glibc
import PluginHost

extension ToolError {
  /// The error in `errno`.
  static func system(_ path: String) -> ToolError {
    ToolError("\(path): \(String(cString: strerror(errno)))")
  }

  /// Converts errors of another kind to tools' errors with the same message.
  static func from<Value, Failure: Error>(
    _ body: () throws(Failure) -> Value
  ) throws(ToolError) -> Value {
    do throws(Failure) { return try body() } catch { throw ToolError("\(error)") }
  }
}
