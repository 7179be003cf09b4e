import ArgumentParser
import ButtonProtocol

/// The program: what joins daemons to an engine, and prepares the engine for them.
@main
struct ButtondFleetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttond-fleet",
    abstract: "Join daemons that share state through a Redis or Valkey.",
    discussion: """
      Exit codes: 0 done; 1 the engine refused or is unfit; 64 wrong usage or an unusable file; 69 no \
      engine, or it went away; 78 wrong configuration.
      """,
    version: Release.version,
    subcommands: [
      RunCommand.self, ListCommand.self, EngineFolderCommand.self, InitCommand.self,
      UserCommand.self, RepairCommand.self, ScopeRestoreCommand.self,
    ])

  static func main() async { await main(ProgramArguments.words) }
}
