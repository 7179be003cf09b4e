import ArgumentParser
import ButtonClient
import PluginTools

/// A command of this program: it prints to a console, and its errors become exit codes.
protocol ToolCommand: AsyncParsableCommand {
  /// Has the options that all commands share.
  var program: Buttonctl { get }

  var printsJSON: Bool { get }

  func run(_ console: Console) async throws
}

extension ToolCommand {
  var printsJSON: Bool { program.json }

  func run() async throws {
    let console = Console(program, printsJSON: printsJSON)
    do {
      try await run(console)
    } catch let error as ToolError {
      console.complain(error.message + (error.code == .unanswered ? "; \(Advice.ofSilence)" : ""))
      throw error.code.map { ExitCode($0) } ?? ExitCode(1)
    } catch let error as ClientError {
      console.complain(
        error, advice: error.code == .unanswered ? "; \(Advice.ofSilence)" : "")
      throw ExitCode(error.code)
    }
  }
}

/// A command that talks to a running daemon.
protocol ClientCommand: ToolCommand {
  /// The id of the button that it is about, if any: if it does not exist, others are suggested.
  var subject: String? { get }

  func run(_ client: ButtonClient, _ console: Console) async throws
}

extension ClientCommand {
  var subject: String? { nil }

  func run(_ console: Console) async throws { try await connect(console) }

  func connect(_ console: Console) async throws {
    var client: ButtonClient?
    do {
      let connected = try ButtonClient(
        path: try SocketPath.standard(program.socket), silence: program.patience)
      client = connected
      try await run(connected, console)
    } catch let error as ClientError {
      let advice = await Advice.on(
        error, about: subject, isTyped: self is CallCommand, client)
      console.complain(error, advice: advice)
      throw ExitCode(error.code)
    }
  }
}

extension Console {
  fileprivate func complain(_ error: ClientError, advice: String = "") {
    complain((error.isRefusal ? error.description : error.message) + advice)
  }
}

extension ExitCode {
  /// The daemon is there and does not answer.
  static let noAnswer = ExitCode(75)

  fileprivate init(_ code: ClientError.Code) {
    switch code {
    case .unanswered: self = .noAnswer
    case .noDaemon, .connectionLost, .closed, .untrustedFolder: self.init(69)
    case .unusablePath, .unsendable: self.init(64)
    default: self.init(1)
    }
  }
}
