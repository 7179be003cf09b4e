import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc
import JSONRPC

/// `buttonctl record`: records what goes into a daemon.
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
    let writer = try RecordingWriter(file, replacing: force)
    var recorder = try Recorder(of: path, program.patience, to: writer, hasFrames: frames)
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
