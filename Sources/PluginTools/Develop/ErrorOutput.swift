import PluginHost

/// What a program wrote to its standard error.
package struct ErrorOutput {
  /// The most bytes that are read.
  private static let maximumBytes = 16 << 20

  package let text: String

  /// Runs a program to its end; its standard output is thrown away. Throws when it cannot be run.
  package init(of command: [String]) throws(ToolError) {
    let place = try ToolError.from { () throws(FileError) in try TemporaryPlace() }
    defer { place.remove() }
    let log = "\(place.path)/errors"
    let program = try Spawned(command, errors: log)
    program.readOutput(atMost: 0)
    _ = program.wait()
    let bytes = try ToolError.from { () throws(FileError) in
      try PluginFile.read(log, atMost: ErrorOutput.maximumBytes)
    }
    text = String(decoding: bytes, as: UTF8.self)
  }
}
