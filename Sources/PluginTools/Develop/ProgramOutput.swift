import PluginHost

package struct ProgramOutput {
  /// The limit for each stream.
  private static let maximumBytes = 16 << 20

  package let output: String
  package let errors: String

  /// Runs a program to its end; throws if it cannot be run.
  package init(of command: [String]) throws(ToolError) {
    let place = try ToolError.from { () throws(FileError) in try TemporaryPlace() }
    defer { place.remove() }
    let log = "\(place.path)/errors"
    let program = try Spawned(command, errors: log)
    let written = program.readOutput(atMost: ProgramOutput.maximumBytes)
    _ = program.wait()
    let bytes = try ToolError.from { () throws(FileError) in
      try PluginFile.read(log, atMost: ProgramOutput.maximumBytes)
    }
    output = String(decoding: written, as: UTF8.self)
    errors = String(decoding: bytes, as: UTF8.self)
  }
}
