import CPlatform
import Glibc

/// A program that a test runs; killed when the object goes.
package final class Program {
  package let processID: Int32
  private let path: String
  private let output: Int32
  private let errorPath: String
  private let folder: TemporaryFolder
  private var buffered: [UInt8] = []
  private var end: ProcessEnd?

  /// Starts it. `environment` is laid over this process's, in which nothing names a socket; no signal
  /// is blocked but the ones named. `descriptors` are what it has as 3 and up.
  package init(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    blockedSignals: [Int32] = [], descriptors: [Int32] = []
  ) throws {
    self.path = path
    folder = TemporaryFolder()
    errorPath = folder.file("stderr")
    var ends: [Int32] = [-1, -1]
    // A pair of sockets, since a pipe cannot be made and kept from other children in one call.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
      throw TestFailure("no pair of sockets: errno \(errno)")
    }
    output = ends[0]
    defer { close(ends[1]) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addopen(
      &actions, 2, errorPath, O_WRONLY | O_CREAT | O_APPEND, 0o600)
    // Out of the way of the numbers that they are to have.
    let copies = descriptors.map { fcntl($0, F_DUPFD_CLOEXEC, 1_000) }
    defer { for copy in copies { close(copy) } }
    for (index, copy) in copies.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, copy, Int32(3 + index))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var mask = sigset_t()
    sigemptyset(&mask)
    for signal in blockedSignals { sigaddset(&mask, signal) }
    posix_spawnattr_setsigmask(&attributes, &mask)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] =
      Program.environment(with: environment).map { strdup($0) } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child: Int32 = 0
    // SwiftNIO leaves its sockets open in children: what another test closes would stay open here.
    csystem_close_on_exec_from(3)
    var error: Int32 = 0
    // What was just written is busy while a child of another thread, which has not become its program yet, has it
    // open as well.
    _ = try? wait(for: "\(path), which is being written") { () -> Bool in
      error = posix_spawnp(&child, path, &actions, &attributes, &argv, &envp)
      return error != ETXTBSY
    }
    processID = child
    guard error == 0 else {
      close(output)
      end = .exited(127)
      throw TestFailure("\(path) cannot be run: errno \(error)")
    }
  }

  deinit {
    if end == nil {
      Glibc.kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    close(output)
  }

  /// Sends a signal.
  package func kill(_ signal: Int32) {
    if end == nil { Glibc.kill(processID, signal) }
  }

  /// Stops it until it is sent SIGCONT, and returns when nothing more comes of it.
  package func pause() throws {
    kill(SIGSTOP)
    var info = siginfo_t()
    guard waitid(P_PID, id_t(processID), &info, WSTOPPED | WEXITED | WNOWAIT) == 0,
      info.si_code == Int32(CLD_STOPPED)
    else { throw TestFailure("\(path) does not stop; its log:\n\(log)") }
  }

  /// Reads no more of its standard output: what it still writes there fails.
  package func closeOutput() { shutdown(output, Int32(SHUT_RDWR)) }

  /// The next line of its standard output; nil when there will be none.
  package func nextLine(by deadline: Deadline = Deadline()) throws -> String? {
    while true {
      if let newline = buffered.firstIndex(of: UInt8(ascii: "\n")) {
        defer { buffered.removeSubrange(...newline) }
        return String(decoding: buffered[..<newline], as: UTF8.self)
      }
      var poll = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, deadline.remainingMilliseconds) > 0 else {
        throw TestFailure("\(path) says nothing; its log:\n\(log)")
      }
      var chunk = [UInt8](repeating: 0, count: 4_096)
      let count = chunk.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
      if count <= 0 { return nil }
      buffered += chunk.prefix(count)
    }
  }

  /// Waits for its end.
  @discardableResult
  package func waitForEnd(by deadline: Deadline = Deadline()) throws -> ProcessEnd {
    if let end { return end }
    guard ProcessEnd.waitFor(processID, by: deadline) else {
      throw TestFailure("\(path) does not end; its log:\n\(log)")
    }
    var status: Int32 = 0
    waitpid(processID, &status, 0)
    let end = ProcessEnd(status: status)
    self.end = end
    return end
  }

  /// Whether it still runs.
  package var isRunning: Bool {
    end == nil && !ProcessEnd.waitFor(processID, by: Deadline(seconds: 0))
  }

  /// What it has written to standard error so far.
  package var log: String { log(from: 0) }

  /// How many bytes that is: where what it writes from now on begins.
  package var logSize: Int {
    var status = stat()
    return stat(errorPath, &status) == 0 ? Int(status.st_size) : 0
  }

  /// What it has written to standard error from a place on.
  package func log(from place: Int) -> String {
    (try? ProcessFile.text(errorPath, from: place)) ?? ""
  }

  /// Waits until a text stands in its standard error, from a place on.
  package func waitForLog(
    _ text: String, from place: Int = 0, by deadline: Deadline = Deadline()
  ) throws {
    let watch = inotify_init1(O_CLOEXEC)
    defer { close(watch) }
    _ = inotify_add_watch(watch, errorPath, UInt32(IN_MODIFY))
    var events = [UInt8](repeating: 0, count: 4_096)
    while !log(from: place).contains(text) {
      var poll = pollfd(fd: watch, events: Int16(POLLIN), revents: 0)
      guard Glibc.poll(&poll, 1, deadline.remainingMilliseconds) > 0 else {
        throw TestFailure("the log does not say \"\(text)\":\n\(log)")
      }
      _ = events.withUnsafeMutableBytes { read(watch, $0.baseAddress, $0.count) }
    }
  }

  /// Runs a program to its end: how it ended and what it wrote.
  package static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    by deadline: Deadline = Deadline()
  ) throws -> (end: ProcessEnd, output: String, error: String) {
    let program = try Program(path, arguments, environment: environment)
    var output = ""
    while let line = try program.nextLine(by: deadline) { output += line + "\n" }
    let end = try program.waitForEnd(by: deadline)
    return (end, output, program.log)
  }

  /// Times in which a worker that is well says hello and answers however busy the machine is; a
  /// test's own figures go before them.
  private static let patientFigures = "startTimeoutMs=10000,batchTimeMs=2000,pressTimeMs=5000"
  private static let figuresVariable = "BUTTOND_PLUGIN_FIGURES"

  private static func environment(with changes: [String: String]) -> [String] {
    // There is no plugin that somebody installed for themselves.
    var changes = ["XDG_DATA_HOME": "/nowhere"].merging(changes) { $1 }
    changes[figuresVariable] = patientFigures + "," + (changes[figuresVariable] ?? "")
    var result: [String] = []
    var next = environ
    while let entry = next.pointee {
      let text = String(cString: entry)
      let name = String(text.prefix { $0 != "=" })
      let isDropped = name == "BUTTOND_SOCKET" || name == "XDG_RUNTIME_DIR"
      if !isDropped, changes[name] == nil { result.append(text) }
      next += 1
    }
    return result + changes.map { "\($0.key)=\($0.value)" }
  }
}
