import CPlatform
import Glibc
import TestSupport

/// A running buttonctl, its input and its output.
///
/// Its methods block: suites that call them are `.blocking`.
final class CommandProcess: Sendable {
  /// How a program ended, and what it printed.
  struct Outcome: Equatable, Sendable {
    var status: Int32
    var output: String
    var errors: String
  }

  private let process: pid_t
  private let input: Int32
  private let output: Int32
  private let errors: Int32

  /// Starts buttonctl with arguments and only this environment.
  init(_ arguments: [String], environment: [String] = []) throws {
    let path = Products.path("buttonctl")
    let (stdin, stdout, stderr) = (try Self.pipe(), try Self.pipe(), try Self.pipe())
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, end) in [stdin.0, stdout.1, stderr.1].enumerated() {
      posix_spawn_file_actions_adddup2(&actions, end, Int32(target))
    }
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = environment.map { strdup($0) } + [nil]
    defer { for string in argv + envp { free(string) } }
    var process = pid_t()
    let code = posix_spawn(&process, path, &actions, nil, &argv, &envp)
    for end in [stdin.0, stdout.1, stderr.1] { close(end) }
    guard code == 0 else { throw Peer.Failure("\(path) does not start: \(code); build it first") }
    self.process = process
    (input, output, errors) = (stdin.1, stdout.0, stderr.0)
  }

  /// Runs it to its end.
  static func run(
    _ arguments: [String], input: String = "", environment: [String] = []
  ) throws -> Outcome {
    let program = try CommandProcess(arguments, environment: environment)
    program.type(input)
    return program.outcome()
  }

  /// Writes its whole input, which must fit a pipe, and closes it.
  func type(_ text: String) {
    let bytes = Array(text.utf8)
    write(input, bytes, bytes.count)
    close(input)
  }

  /// The next line that it prints; nil at the end.
  func line() -> String? {
    var bytes: [UInt8] = []
    var byte: UInt8 = 0
    while read(output, &byte, 1) == 1 {
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// Closes the reading end of its output.
  func closeOutput() { close(output) }

  /// Sends it a signal.
  func signal(_ number: Int32) { kill(process, number) }

  /// Waits for its end; the output that was not read yet.
  func outcome(reading: Bool = true) -> Outcome {
    let printed = reading ? Self.rest(output) : ""
    let said = Self.rest(errors)
    var status: Int32 = 0
    waitpid(process, &status, 0)
    let wasKilled = status & 0x7F != 0
    return Outcome(
      status: wasKilled ? -(status & 0x7F) : (status >> 8) & 0xFF, output: printed, errors: said)
  }

  private static func rest(_ descriptor: Int32) -> String {
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += chunk[..<count]
    }
  }

  /// A pipe that no child of another test keeps open.
  private static func pipe() throws -> (Int32, Int32) {
    var ends: (Int32, Int32) = (0, 0)
    let code = csystem_pipe(&ends.0, &ends.1, 64 << 10)
    guard code == 0 else { throw Peer.Failure("pipe: errno \(-code)") }
    return ends
  }
}
