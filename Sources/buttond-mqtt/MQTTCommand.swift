import ArgumentParser
import BrokerLink
import ButtonClient
import ButtonProtocol
import CPlatform
import DaemonConfiguration
import MQTTBridge

/// What this program says.
let console = StandardStreams(of: "buttond-mqtt", waits: false)

/// The program: parses its arguments and runs the bridge.
@main
struct MQTTCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "buttond-mqtt",
    abstract: "Connect buttond to an MQTT broker.",
    discussion: """
      Rules in a file map topics to state keys, and keys, looks and actions of buttons to topics. Keys \
      that messages feed are lost while the broker is away, so that buttons say so. Home Assistant \
      finds the buttons and keys that the file names.

      Exit codes: 0 clean stop, 1 runtime failure or not healthy, 64 wrong usage, 78 wrong configuration.
      """,
    version: Release.version)

  @Option(help: "The file of rules.", completion: .file(extensions: ["yaml", "yml", "json"]))
  var config: String

  @Option(help: "The daemon's socket; found as buttonctl finds it by default.", completion: .file())
  var socket: String?

  @Flag(help: "Say what is wrong with the file, and what it does, and start nothing.")
  var check = false

  @Flag(
    help: """
      Say as JSON whether the file is in order, whether a broker accepts connections there, whether the \
      daemon lets this user write, and whether fed keys are lost.
      """)
  var health = false

  static func main() { main(ProgramArguments.words) }

  func validate() throws { _ = try daemonSocket() }

  func run() throws {
    if health {
      let report = MQTTHealth(config, try daemonSocket()).report
      console.print(JSONDocument(report).text)
      throw ExitCode(report.healthy ? 0 : 1)
    }
    let plan: BridgePlan
    do throws(ConfigurationError) {
      plan = try BridgePlan(reading: config)
    } catch {
      for remark in error.remarks { console.complain("\(remark)") }
      throw ExitCode(78)
    }
    for remark in plan.remarks { console.complain("warning: \(remark)") }
    if check { return console.print(plan.summary) }
    do {
      ProcessMemory.bound()
      try MQTTService(plan, try daemonSocket()).run()
    } catch let error as BrokerError {
      console.complain("\(error)")
      throw ExitCode(1)
    }
  }

  /// Where the daemon listens.
  private func daemonSocket() throws(ValidationError) -> SocketPath {
    do { return try SocketPath.standard(socket) } catch { throw ValidationError(error.message) }
  }
}
