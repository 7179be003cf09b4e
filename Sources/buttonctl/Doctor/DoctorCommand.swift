import ArgumentParser
import ButtonModel
import ButtonProtocol
import PluginTools

struct DoctorCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what is wrong with the daemon and its surroundings, and how to mend it.",
    discussion: """
      Looks at the socket, this user's rights, the configuration, the theme, the state folder, plugins, \
      sources, buttons, MQTT, keypads, the fleet and the web gateway, whether the daemon runs, hangs or is gone; it changes nothing. The \
      configuration and the state folder are those that the running daemon was started with. While none \
      runs, name them.

      The exit code is 1 when something is wrong; a note is not.
      """)

  @ParentCommand var program: Buttonctl

  @Option(help: "The daemon's configuration.", completion: .file())
  var config: String?

  @Option(help: "The daemon's state folder.", completion: .directory)
  var state: String?

  func run(_ console: Console) async throws {
    var doctor = Doctor(try ToolLayout(), configuration: config, state: state)
    doctor.examine(program.socket)
    let report = doctor.report
    console.showPainted(report.json) { report.text(console) }
    if !report.isHealthy { throw ExitCode(1) }
  }
}
