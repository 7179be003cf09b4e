import ButtonModel
import DaemonConfiguration
import PluginTools

/// What `buttond --check` says of a configuration's buttons, if no daemon runs that could be asked.
struct StartRehearsal {
  let command: String
  /// The warnings that are not among the remarks on the files.
  let warnings: [String]

  /// Nil if the program cannot be run.
  init?(_ layout: ToolLayout, configuration: String, besides remarks: [ConfigurationRemark]) {
    command = "buttond --check --config '\(configuration)'"
    let words = [layout.daemon, "--check", "--config", configuration]
    guard let written = try? ProgramOutput(of: words) else { return nil }
    let known = Set(remarks.map { "\($0)" })
    let texts = written.errors.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
      .map { String($0.dropFirst("warning: ".count)) }
    // Warnings about buttons name a place in a file: FILE:LINE:COLUMN.
    warnings = texts.filter { text in
      let parts = text.split(separator: ":").dropFirst().prefix(2)
      return parts.count == 2 && parts.allSatisfy { Int($0) != nil } && !known.contains(text)
    }
  }
}
