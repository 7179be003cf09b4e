import PluginHost

/// What a program wrote.
package struct ProgramOutput {
  /// The most bytes of either that are read.
  private static let maximumBytes = 16 << 20

  /// To its standard output.
  package let output: String
  /// To its standard error.
  package let errors: String

  /// Runs a program to its end. Throws when it cannot be run.
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
