import ArgumentParser
import ButtonClient
import PluginTools

/// A command for authors of plugins; it needs no daemon.
protocol ToolCommand: AsyncParsableCommand {
  /// The program with the options that all commands share.
  var program: Buttonctl { get }

  /// Does it.
  func run(_ console: Console) async throws
}

extension ToolCommand {
  func run() async throws {
    let console = Console(program)
    do {
      try await run(console)
    } catch let error as ToolError {
      console.complain(error.message)
      throw ExitCode(1)
    } catch let error as ClientError {
      console.complain(error.isRefusal ? error.description : error.message)
      throw ExitCode(error)
    }
  }
}
