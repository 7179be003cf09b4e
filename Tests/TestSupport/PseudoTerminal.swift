import Glibc

/// A program on a terminal of its own, and what the terminal shows; killed when the object goes.
package final class PseudoTerminal {
  package let processID: Int32
  /// What is to be seen.
  package private(set) var screen: TerminalScreen
  /// Every byte since it was last emptied.
  package var output: [UInt8] = []
  private let master: Int32
  private var end: ProcessEnd?
  /// Whether nobody writes to the terminal any more.
  private var isHungUp = false

  /// How a terminal treats what is typed.
  package struct Modes: Equatable {
    let input: UInt32
    let output: UInt32
    let local: UInt32
  }

  /// The modes before the program ran.
  package let firstModes: Modes

  /// Starts a program with nothing but this environment, as the leader of the terminal's session.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:], rows: Int = 24,
    columns: Int = 80
  ) throws {
    screen = TerminalScreen(rows: rows, columns: columns)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (lock, number): (Int32, UInt32) = (0, 0)
    guard master >= 0, ioctl(master, PseudoTerminal.setLock, &lock) == 0,
      ioctl(master, PseudoTerminal.getNumber, &number) == 0
    else { throw TestFailure("no pseudo-terminal: errno \(errno)") }
    let name = "/dev/pts/\(number)"
    var size = winsize()
    (size.ws_row, size.ws_col) = (UInt16(rows), UInt16(columns))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    firstModes = try PseudoTerminal.modes(of: master)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens is the session's.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | PseudoTerminal.newSession)
    let variables = ["TERM": "xterm-256color"].merging(environment) { $1 }
    var argv: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    var envp: [UnsafeMutablePointer<CChar>?] =
      variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var child: Int32 = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &argv, &envp)
    guard code == 0 else { throw TestFailure("\(path) cannot be run: errno \(code)") }
    processID = child
  }

  deinit {
    if end == nil {
      kill(processID, SIGKILL)
      waitpid(processID, nil, 0)
    }
    close(master)
  }

  /// Waits until the screen is as it is wanted, and says what was there if it never is.
  package func wait(
    _ what: String, by deadline: Deadline = Deadline(), until isFound: (TerminalScreen) -> Bool
  ) throws {
    while !isFound(screen) {
      guard !isHungUp, try receive(by: deadline) else {
        throw TestFailure("never saw \(what); the screen is:\n\(screen.text)")
      }
    }
  }

  /// Waits until a text is on the screen.
  package func wait(for text: String) throws {
    try wait("\"\(text)\"") { $0.text.contains(text) }
  }

  /// Types something.
  package func type(_ text: String) {
    let bytes = Array(text.utf8)
    _ = write(master, bytes, bytes.count)
  }

  /// Gives the terminal another size, of which the program is told.
  package func resize(rows: Int, columns: Int) {
    screen.resize(rows: rows, columns: columns)
    var size = winsize()
    (size.ws_row, size.ws_col) = (UInt16(rows), UInt16(columns))
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Sends the program a signal.
  package func signal(_ number: Int32) {
    if end == nil { kill(processID, number) }
  }

  /// Waits for the program's end and takes in what it still says.
  package func waitForEnd(by deadline: Deadline = Deadline()) throws -> ProcessEnd {
    if let end { return end }
    while !isHungUp { guard try receive(by: deadline) else { break } }
    guard ProcessEnd.waitFor(processID, by: deadline) else {
      throw TestFailure("it does not end; the screen is:\n\(screen.text)")
    }
    var status: Int32 = 0
    waitpid(processID, &status, 0)
    let end = ProcessEnd(status: status)
    self.end = end
    return end
  }

  /// Waits until the program has stopped, as a shell does before it lets a job go on: a signal to
  /// continue that comes earlier is lost.
  package func waitForStop() throws {
    var info = siginfo_t()
    guard waitid(P_PID, id_t(processID), &info, WSTOPPED | WEXITED | WNOWAIT) == 0,
      info.si_code == Int32(CLD_STOPPED)
    else { throw TestFailure("it does not stop; the screen is:\n\(screen.text)") }
  }

  /// How the terminal treats what is typed at the moment.
  package var modes: Modes { get throws { try PseudoTerminal.modes(of: master) } }

  /// Takes in what the program says; false when nothing comes in time.
  private func receive(by deadline: Deadline) throws -> Bool {
    var poll = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard Glibc.poll(&poll, 1, deadline.remainingMilliseconds) > 0 else { return false }
    var chunk = [UInt8](repeating: 0, count: 65_536)
    let count = read(master, &chunk, chunk.count)
    if count <= 0 {
      isHungUp = true
      return true
    }
    output += chunk[..<count]
    screen.take(chunk[..<count])
    return true
  }

  /// TIOCSPTLCK, TIOCGPTN and POSIX_SPAWN_SETSID, which the C library has in no module.
  private static let setLock: UInt = 0x4004_5431
  private static let getNumber: UInt = 0x8004_5430
  private static let newSession: Int16 = 0x80

  private static func modes(of terminal: Int32) throws -> Modes {
    var modes = termios()
    guard tcgetattr(terminal, &modes) == 0 else { throw TestFailure("no modes: errno \(errno)") }
    return Modes(input: modes.c_iflag, output: modes.c_oflag, local: modes.c_lflag)
  }
}
