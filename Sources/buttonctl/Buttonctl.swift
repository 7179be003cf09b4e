import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc

/// The command line client of buttond, with its tree of commands.
@main
struct Buttonctl: AsyncParsableCommand {
  /// The same as that of the daemon that it comes with.
  static let version = Release.version

  static let configuration = CommandConfiguration(
    commandName: "buttonctl",
    abstract: "Control buttond, the button daemon.",
    discussion: """
      The daemon's socket is --socket, else $BUTTOND_SOCKET, else \
      $XDG_RUNTIME_DIR/buttond/buttond.sock, else /run/buttond/buttond.sock for root and \
      /tmp/buttond-UID/buttond.sock for other users.

      With --json every answer and every frame is one JSON document on one line. Colours are used \
      only on a terminal, and not when NO_COLOR is set.

      Exit codes: 0 done; 1 the daemon refused, or there is no such thing; 64 wrong usage or an \
      unusable file; 69 no daemon, or it went away; 75 the daemon does not answer.
      """,
    version: version,
    subcommands: [
      StateCommand.self, ButtonsCommand.self, GroupsCommand.self, PressCommand.self,
      TriggerCommand.self, RotateCommand.self, MenuCommand.self,
      ActionsCommand.self, PluginsCommand.self, PluginCommand.self, SourcesCommand.self,
      StylesCommand.self, ImagesCommand.self, DoctorCommand.self,
      StatsCommand.self, RenderCommand.self, ReloadCommand.self, BackupCommand.self,
      RestoreCommand.self, SyncCommand.self, RecordCommand.self, ReplayCommand.self,
      CallCommand.self, FleetCommand.self,
    ])

  static func main() async {
    let words = ProgramArguments.words
    if let complaint = UnknownCommand.complaint(about: words) {
      Console.complain(complaint)
      exit(withError: ExitCode(64))
    }
    do {
      var command = try parseAsRoot(words)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      // As the library does it, but a long line of usage fits the terminal.
      let code = exitCode(for: error)
      Console.say(fullMessage(for: error), isError: !code.isSuccess)
      Glibc.exit(code.rawValue)
    }
  }

  @Option(help: "The daemon's socket.", completion: .file())
  var socket: String?

  @Option(
    help: ArgumentHelp(
      "How long the daemon may be silent when it owes an answer; 30 unless given.",
      valueName: "seconds"))
  var timeout: Double?

  @Flag(help: "Print JSON, one document a line.")
  var json = false

  @Option(help: "Use colours: auto (on a terminal), always or never.")
  var color = ColorChoice.auto

  /// Seconds.
  private static let longestTimeout = 86_400.0

  func validate() throws {
    guard timeout.map({ $0 > 0 && $0 <= Buttonctl.longestTimeout }) ?? true else {
      throw ValidationError("--timeout is more than 0 and at most 86400 seconds")
    }
  }

  var patience: SilenceWatch.Patience {
    SilenceWatch.Patience(milliseconds: UInt64((timeout ?? 30) * 1_000)) {
      Console.complain("the daemon does not answer yet; \(Advice.ofSilence)")
    }
  }
}

/// An option without a value; resolves the name's ambiguity with the flags of buttons.
typealias Flag = ArgumentParser.Flag
