import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc

/// The command line client of buttond, with its tree of commands.
@main
struct Buttonctl: AsyncParsableCommand {
  /// The version, the same as of the daemon that it comes with.
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
    let words = SyncCommand.renamingTimeout(ProgramArguments.words)
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

  /// The longest timeout, in seconds.
  private static let longestTimeout = 86_400.0

  func validate() throws {
    guard timeout.map({ $0 > 0 && $0 <= Buttonctl.longestTimeout }) ?? true else {
      throw ValidationError("--timeout is more than 0 and at most 86400 seconds")
    }
  }

  /// How long a daemon may be silent.
  var patience: SilenceWatch.Patience {
    SilenceWatch.Patience(milliseconds: UInt64((timeout ?? 30) * 1_000)) {
      Console.complain("the daemon does not answer yet; \(Advice.ofSilence)")
    }
  }
}

/// `buttonctl state`: the facts that buttons follow.
struct StateCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "state", abstract: "Read, change and watch state.",
    subcommands: [
      StateGetCommand.self, StateSetCommand.self, StateUpdateCommand.self, StateWatchCommand.self,
      StateEvalCommand.self, StateDeriveCommand.self,
    ])
}

/// `buttonctl buttons`: the buttons and how they look.
struct ButtonsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttons", abstract: "Define and inspect buttons.",
    subcommands: [
      ButtonsListCommand.self, ButtonsGetCommand.self, ButtonsDefineCommand.self,
      ButtonsPatchCommand.self, ButtonsRemoveCommand.self, ButtonsWatchCommand.self,
      ButtonsExplainCommand.self, ButtonsExportCommand.self, ButtonsImportCommand.self,
      ButtonsNeedsUpdateCommand.self,
    ])
}

/// `buttonctl groups`: what many buttons have in common.
struct GroupsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups",
    abstract: "Define groups of buttons: their tint, and whether they are enabled.",
    subcommands: [
      GroupsListCommand.self, GroupsGetCommand.self, GroupsDefineCommand.self,
      GroupsRemoveCommand.self,
    ])
}

/// `buttonctl images`: pictures that looks name.
struct ImagesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "images", abstract: "Keep pictures that buttons show.",
    subcommands: [
      ImagesPutCommand.self, ImagesListCommand.self, ImagesGetCommand.self,
      ImagesRemoveCommand.self,
    ])
}

/// `buttonctl actions`: what buttons do.
struct ActionsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "actions", abstract: "Watch what buttons do.",
    subcommands: [ActionsWatchCommand.self])
}

/// `buttonctl plugins`: who decides how buttons look.
struct PluginsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugins", abstract: "List and manage plugins.",
    subcommands: [
      PluginsListCommand.self, PluginsWatchCommand.self, PluginsReloadCommand.self,
      PluginsResetCommand.self, PluginsEnableCommand.self, PluginsDisableCommand.self,
    ])
}

/// `buttonctl sources`: what feeds keys.
struct SourcesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sources", abstract: "List and manage the programs that feed keys.",
    subcommands: [
      SourcesListCommand.self, SourcesWatchCommand.self, SourcesRunCommand.self,
      SourcesResetCommand.self,
    ])
}

/// `buttonctl plugin`: from nothing to a plugin that others can install.
struct PluginCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plugin", abstract: "Create, check, pack and install plugins.",
    subcommands: [
      PluginNewCommand.self, PluginDevCommand.self, PluginCheckCommand.self,
      PluginConstantsCommand.self, PluginPackCommand.self, PluginInstallCommand.self,
      PluginUninstallCommand.self,
    ])
}
