import Glibc
import TestSupport

/// A folder with a recording, made by `buttonctl record` and played by `buttonctl replay`.
final class RecordingFolder {
  /// What came of a replay.
  typealias Replay = (end: ProcessEnd, output: String, error: String)

  private let folder = TemporaryFolder()
  /// The path of the recording.
  var file: String { folder.file("r.jsonl") }

  /// Records what `inputs` does with a daemon.
  func record(
    _ daemon: DaemonProcess, _ options: [String] = ["--frames"], _ inputs: () throws -> Void
  ) throws -> ProcessEnd {
    let recorder = try Program(
      InstalledPrefix().client,
      ["--socket", daemon.socketPath, "record", file, "--force"] + options)
    let line = try recorder.nextLine()
    guard line == "recording to \(file) until it is interrupted" else {
      throw TestFailure("the recorder said \(line ?? "nothing"): \(recorder.log)")
    }
    try inputs()
    recorder.kill(SIGINT)
    return try recorder.waitForEnd()
  }

  /// Plays the recording, or another one.
  func replay(_ options: [String] = [], _ path: String? = nil) throws -> Replay {
    try Program.run(
      InstalledPrefix().client, ["replay", path ?? file] + options,
      environment: ["TMPDIR": folder.path])
  }

  /// The lines of the recording.
  func lines() throws -> [JSONTree] {
    try ProcessFile.text(file).split(separator: "\n").map { try JSONTree(parsing: String($0)) }
  }

  /// Waits until the recording has a text, and all that it has so far is published.
  func wait(untilSettledAfter text: String) throws {
    try TestSupport.wait(for: "\(text) in the recording") {
      let recorded = try ProcessFile.text(file)
      let last = recorded.split(separator: "\n").last ?? ""
      let isSettled = recorded.hasSuffix("\n") && last.hasPrefix(#"{"settled""#)
      return recorded.contains(text) && isSettled
    }
  }

  /// Replaces the recording.
  func write(_ text: String) { folder.write(text, to: "r.jsonl") }
}
