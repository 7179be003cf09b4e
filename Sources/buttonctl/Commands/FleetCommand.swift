import ArgumentParser
import Glibc
import PluginTools

/// `buttonctl fleet`: the commands of the program that knows the engines of fleets.
struct FleetCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "fleet",
    abstract: "Prepare a Redis or Valkey for daemons that share state: init, user.",
    // Daemons cannot join an engine yet.
    shouldDisplay: false)

  @ParentCommand var program: Buttonctl

  @Argument(parsing: .captureForPassthrough)
  var words: [String] = []

  func run(_ console: Console) async throws {
    let path = try ToolLayout().fleet()
    var arguments = ([path] + words).map { strdup($0) } + [nil]
    execv(path, &arguments)
    throw ToolError("cannot start \(path): \(String(cString: strerror(errno)))")
  }
}
