import Synchronization

/// Shared libraries in C, of which each text is compiled once in a process, whoever asks for it.
package enum CLibrary {
  private struct Text: Hashable {
    let source: String
    let options: [String]
  }

  private static let built = Mutex<[Text: [UInt8]]>([:])

  /// The bytes of the library that a source text is compiled to, with options for the compiler.
  package static func bytes(_ source: String, _ options: [String] = []) throws -> [UInt8] {
    let text = Text(source: source, options: options)
    if let bytes = built.withLock({ $0[text] }) { return bytes }
    let folder = TemporaryFolder()
    let library = folder.file("library.so")
    let result = try Program.run(
      "cc",
      ["-shared", "-fPIC", "-fvisibility=hidden"] + options
        + ["-o", library, folder.write(source, to: "Source.c")])
    guard result.end == .exited(0) else { throw TestFailure("cc: \(result.error)") }
    let bytes = try FileBytes.read(library)
    built.withLock { $0[text] = bytes }
    return bytes
  }
}
