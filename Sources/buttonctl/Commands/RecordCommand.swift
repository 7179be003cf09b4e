import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc
import JSONRPC

/// `buttonctl record`: writes down what goes into a daemon.
struct RecordCommand: ToolCommand {
  static let configuration = CommandConfiguration(
    commandName: "record",
    abstract: "Write down what clients ask of the daemon, to be played again by replay.",
    discussion: """
      The file begins with the state and the buttons there are; every change, press and trigger \
      follows as it comes, with the time. It ends when it is interrupted. It holds everything that \
      the state holds, and only its owner may read it. Recording needs the role admin.
      """)

  @ParentCommand var program: Buttonctl

  @Argument(help: "The file to be made; - is standard output.", completion: .file())
  var file: String

  @Flag(help: "Write down the looks of all buttons as well, for replay to compare.")
  var frames = false

  @Option(help: "End after that many inputs.")
  var count: Int?

  @Flag(help: "Replace a file that is there.")
  var force = false

  func validate() throws {
    if let count, count < 0 { throw ValidationError("--count is at least 0") }
  }

  func run(_ console: Console) async throws {
    let path = try SocketPath.standard(program.socket)
    let writer = try RecordingWriter(file, replacing: force)
    var recorder = try Recorder(of: path, to: writer, hasFrames: frames)
    let bell = try SignalBell([SIGINT, SIGTERM, SIGHUP])
    let isToOutput = file == "-"
    if !isToOutput {
      console.show(RecordCommand.event("recording", file)) {
        "recording to \(file) until it is interrupted"
      }
    }
    let outcome = try recorder.run(bell, count: count)
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
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("event", name)
    writer.member("file", file)
    writer.member("inputs", ifPresent: outcome?.inputs)
    writer.member("frames", ifPresent: outcome?.frames)
    writer.endObject()
    return JSONDocument(writer)
  }
}
