import ButtonModel
import DaemonConfiguration
import PluginTools

/// What `buttond --check` says of the buttons of a configuration, where no daemon runs that could be asked.
struct StartRehearsal {
  /// The command.
  let command: String
  /// What it warns of that is in none of the remarks on the files.
  let warnings: [String]

  /// Nil when the program cannot be run.
  init?(_ layout: ToolLayout, configuration: String, besides remarks: [ConfigurationRemark]) {
    command = "buttond --check --config '\(configuration)'"
    let words = [layout.daemon, "--check", "--config", configuration]
    guard let written = try? ProgramOutput(of: words) else { return nil }
    let known = Set(remarks.map { "\($0)" })
    let texts = written.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
      .map { String($0.dropFirst("warning: ".count)) }
    // Those of buttons name the place in a file: FILE:LINE:COLUMN.
    warnings = texts.filter { text in
      let parts = text.split(separator: ":").dropFirst().prefix(2)
      return parts.count == 2 && parts.allSatisfy { Int($0) != nil } && !known.contains(text)
    }
  }
}
