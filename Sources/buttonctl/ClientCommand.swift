import ArgumentParser
import ButtonClient

/// A command that talks to the daemon.
protocol ClientCommand: AsyncParsableCommand {
  /// The program with the options that all commands share.
  var program: Buttonctl { get }

  /// The button that it is about, if it is about one: where there is none, others are suggested.
  var subject: String? { get }

  /// Does it, once there is a connection.
  func run(_ client: ButtonClient, _ console: Console) async throws
}

extension ClientCommand {
  var subject: String? { nil }

  func run() async throws {
    let console = Console(program)
    var client: ButtonClient?
    do {
      let connected = try ButtonClient(path: try SocketPath.standard(program.socket))
      client = connected
      try await run(connected, console)
    } catch let error as ClientError {
      let advice = await Advice.on(error, about: subject, client)
      console.complain((error.isRefusal ? error.description : error.message) + advice)
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
