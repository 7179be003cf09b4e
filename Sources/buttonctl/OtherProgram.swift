import Glibc
import PluginTools

/// Another program that does a command's work in place of this one.
enum OtherProgram {
  /// Throws if the program cannot be started.
  static func replaceThisOne(by path: String, _ words: [String]) throws(ToolError) {
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    execv(path, &arguments)
    throw ToolError("cannot start \(path): \(String(cString: strerror(errno)))")
  }
}

/// Options of all commands that other programs have too. They are read here wherever they stand, so
/// they must be passed on.
enum SharedOption: CaseIterable {
  case socket, json, timeout
}

extension Buttonctl {
  /// The given options among `options`.
  func words(of options: Set<SharedOption>) -> [String] {
    SharedOption.allCases.filter(options.contains).flatMap { option in
      switch option {
      case .socket: socket.map { ["--socket", $0] } ?? []
      case .json: json ? ["--json"] : []
      case .timeout:
        // Whole seconds, at most as many as that program waits.
        timeout.map { ["--timeout", "\(Int(min(60, max(1, $0.rounded(.up)))))"] } ?? []
      }
    }
  }
}
