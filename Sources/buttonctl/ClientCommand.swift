import ArgumentParser
import ButtonClient

/// A command that talks to the daemon.
protocol ClientCommand: AsyncParsableCommand {
  /// The program with the options that all commands share.
  var program: Buttonctl { get }

  /// Does it, once there is a connection.
  func run(_ client: ButtonClient, _ console: Console) async throws
}

extension ClientCommand {
  func run() async throws {
    let console = Console(program)
    do {
      let path = try SocketPath.standard(program.socket)
      try await run(try ButtonClient(path: path), console)
    } catch let error as ClientError {
      console.complain(error.isRefusal ? error.description : error.message)
      throw ExitCode(error)
    }
  }
}

extension ExitCode {
  /// What the program ends with after an error.
  init(_ error: ClientError) {
    switch error.code {
    case .noDaemon, .connectionLost, .closed, .untrustedFolder: self.init(69)
    case .unusablePath, .unsendable: self.init(64)
    default: self.init(1)
    }
  }
}
