import ArgumentParser
import ButtonProtocol

/// The command line client of buttond.
@main
struct Buttonctl: AsyncParsableCommand {
  /// The version of the program, which is the daemon's that it comes with.
  static let version = Release.version

  static let configuration = CommandConfiguration(
    commandName: "buttonctl",
    abstract: "Talks to buttond, the button daemon.",
    discussion: """
      The daemon is looked for at --socket, else at $BUTTOND_SOCKET, else at \
      $XDG_RUNTIME_DIR/buttond/buttond.sock, else at /run/buttond/buttond.sock for root and at \
      /tmp/buttond-UID/buttond.sock for anybody else.

      With --json every answer and every frame is one JSON document on a line of its own. Colours \
      are used on a terminal only, and not when NO_COLOR is set.

      Exit codes: 0 done, 1 the daemon refused or what was asked for is not there, 64 wrong usage \
      or an unusable file, 69 no daemon, or it went away.
      """,
    version: version,
    subcommands: [
      StateCommand.self, ButtonsCommand.self, PressCommand.self, TriggerCommand.self,
      ActionsCommand.self, PluginsCommand.self, PluginCommand.self, StylesCommand.self,
      StatsCommand.self, RenderCommand.self,
      ReloadCommand.self, BackupCommand.self, RestoreCommand.self, SyncCommand.self,
      RecordCommand.self, ReplayCommand.self,
      CallCommand.self,
    ])

  static func main() async { await main(ProgramArguments.words) }

  @Option(help: "The daemon's socket.", completion: .file())
  var socket: String?

  @Flag(help: "Print JSON, one document a line.")
  var json = false

  @Option(help: "Use colours: auto (on a terminal), always or never.")
  var color = ColorChoice.auto
}
