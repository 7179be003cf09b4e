import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC
import PluginTools

struct RecordCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Record what goes into the daemon, for replay.",
    discussion: """
      The file begins with the current state, derived keys, leases and buttons; every change, press \
      and trigger follows with its time, and so does what sources and the clock say, until the \
      command is interrupted. The file shows all state, so only its owner may read it. Recording \
      needs the role admin.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The file to write; - is standard output.", completion: .file())
  var file: String

  @Flag(help: "Record the looks of all buttons too, for replay to compare.")
  var frames = false

  @Option(help: "Exit after this many inputs.")
  var count: Int?

  @Flag(help: "Replace an existing file.")
  var force = false

  func validate() throws {
    if let count, count < 0 { throw ValidationError("--count is at least 0") }
  }

  func run(_ console: Console) async throws {
    let path = try SocketPath.standard(program.socket)
    var recorder = try Recorder(
      of: path, program.patience,
      to: { () throws(ClientError) in try RecordingWriter(file, replacing: force) },
      hasFrames: frames)
    let signals = try SignalPipe([SIGINT, SIGTERM, SIGHUP])
    let isToOutput = file == "-"
    if !isToOutput {
      console.show(RecordCommand.event("recording", file)) {
        "recording to \(file) until it is interrupted"
      }
    }
    let outcome = try recorder.run(signals, count: count)
    if !isToOutput {
      console.show(RecordCommand.event("recorded", file, outcome)) {
        "\(outcome.inputs) input(s) and \(outcome.frames) frame(s) in \(file)"
      }
    }
    if outcome.isLost { throw ClientError(.connectionLost, "the daemon went away") }
  }

  private static func event(
    _ name: String, _ file: String, _ outcome: Recorder.Outcome? = nil
  ) -> JSONDocument {
    JSONDocument { writer in
      writer.member("event", name)
      writer.member("file", file)
      writer.member("inputs", ifPresent: outcome?.inputs)
      writer.member("frames", ifPresent: outcome?.frames)
    }
  }
}

struct ReplayCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Replay a recording against a new daemon and compare the looks.",
    discussion: """
      Starts a private daemon, which keeps nothing and ends with the replay, unless --socket names \
      one that has no state and no buttons yet (start that one with --replay, too). Inputs are played \
      as fast as the daemon publishes them: what clients asked for, what sources said, what the clock \
      said and which client fell silent. If a recording has frames, every look is compared with the \
      recorded one; the first difference is printed, or with --all each, and the exit code is 1. What plugins make of the \
      time or of random numbers differs in every run.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The recording; - is standard input.", completion: .file())
  var file: String

  @Flag(help: "Go on after the first difference, and tell them all.")
  var all = false

  @Flag(help: "Play the inputs at the recorded pace.")
  var realtime = false

  @Option(
    help: "A further folder of plugin folders for the daemon; may be repeated.",
    completion: .directory)
  var plugins: [String] = []

  @Flag(help: "Run only plugins of the folders named with --plugins.")
  var noInstalledPlugins = false

  @Option(help: "The daemon's configuration.", completion: .file())
  var config: String?

  func validate() throws {
    if program.socket != nil, !plugins.isEmpty || noInstalledPlugins || config != nil {
      throw ValidationError(
        "--plugins, --no-installed-plugins and --config are for a daemon that replay starts: "
          + "leave out --socket")
    }
  }

  func run(_ console: Console) async throws {
    let recording = try Recording(path: file)
    if let socket = program.socket {
      return try play(recording, to: try SocketPath(socket), console)
    }
    var arguments = ["--replay"] + plugins.flatMap { ["--plugins", $0] }
    if noInstalledPlugins { arguments.append("--no-installed-plugins") }
    if let config { arguments += ["--config", config] }
    let daemon = try PrivateDaemon(try ToolLayout(), arguments)
    defer { daemon.end() }
    try play(recording, to: try SocketPath(daemon.socket), console)
  }

  private func play(
    _ recording: Recording, to path: SocketPath, _ console: Console
  ) throws {
    let advice =
      program.socket == nil
      ? "; name the folder that its folder is in with --plugins" : "; install it for that daemon"
    var player = try Player(
      recording, to: path, program.patience, isRealtime: realtime, findsAll: all,
      pluginAdvice: advice
    ) { console.complain($0) }
    let text = FindingText(outcome: try player.play(), file: file)
    if !console.printsJSON, let found = text.text { console.print(found) }
    console.show(text.json) { text.summary }
    if !recording.header.hasFrames, !console.printsJSON {
      console.complain(
        "the recording has no frames to compare; `buttonctl record --frames` writes them")
    }
    if !text.outcome.found.isEmpty { throw ExitCode(1) }
  }
}
