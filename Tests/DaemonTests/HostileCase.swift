import TestSupport
import Testing

/// A plugin that misbehaves, and what the daemon is to make of it.
struct HostileCase: Sendable, CustomTestStringConvertible {
  /// Where in a plugin's life its code runs.
  enum Place: Sendable {
    case constructor, create
    /// While one of its buttons is resolved, when the state says so.
    case resolve
  }

  /// What becomes of the plugin, and of the button.
  enum Outcome: String, Sendable {
    /// The plugin goes on, and the button looks as it should.
    case harmless
    /// The plugin goes on; the button keeps its look and says why.
    case handlerFailed
    /// The worker dies of this button twice; it has its fallback look, and the plugin goes on.
    case poisoned
    /// The worker dies of nobody knows what until it is not started any more.
    case quarantined
    /// Starting it again would be of no use.
    case failed
  }

  let name: String
  let place: Place
  let outcome: Outcome
  /// What stands in the log, beside the plugin, and in the plugin's last error.
  let report: String
  /// Whether it keeps its worker until the daemon ends it.
  let hangs: Bool
  /// Whether it answers too late for the frame.
  let isLate: Bool
  /// In C.
  let code: String
  /// In C, outside of all functions.
  let declarations: String
  /// The manifest's permissions, as JSON.
  let permissions: String

  var testDescription: String { name }

  /// A misdeed; without a report nothing need be said of it.
  init(
    _ name: String, at place: Place = .resolve, _ outcome: Outcome, report: String = "",
    hangs: Bool = false, isLate: Bool = false, permissions: String = "{}",
    declarations: String = "", _ code: String
  ) {
    self.name = name
    self.place = place
    self.outcome = outcome
    self.report = report
    self.hangs = hangs
    self.isLate = isLate
    self.code = code
    self.declarations = declarations
    self.permissions = permissions
  }

  /// A system call that the sandbox refuses by ending the worker.
  static func call(
    _ name: String, at place: Place = .resolve, named call: String, declarations: String = "",
    _ code: String
  ) -> HostileCase {
    HostileCase(
      name, at: place, place == .resolve ? .poisoned : .quarantined,
      report: "the plugin called \(call), which its sandbox refuses", declarations: declarations,
      code)
  }

  /// A worker that the daemon has to end.
  static func hang(
    _ name: String, at place: Place = .resolve, declarations: String = "", _ code: String
  ) -> HostileCase {
    HostileCase(
      name, at: place, place == .resolve ? .poisoned : .quarantined,
      report: place == .resolve ? "no answer to a batch of " : "no hello within 300 ms",
      hangs: true, declarations: declarations, code)
  }

  /// All of them, with some of the system calls unless the tests are the long ones: ``SandboxCallTests`` has
  /// all calls.
  static let all = tried(crashes + hogs + hangs + frames + values + floods + page) + someCalls

  private static let someCalls = tried(calls + startingCalls).filter {
    scaled(1) > 1
      || [
        "connects to the daemon as a client", "kills the daemon with all signals blocked",
        "executes in create", "writes its code through /proc, in its constructor",
      ].contains($0.name)
  }

  private static func tried(_ cases: [HostileCase]) -> [HostileCase] {
    cases.filter { !Sanitizer.isForThreads || !meetsThreadSanitizer.contains($0.name) }
  }

  /// What a plugin does to the thread sanitizer before it does it to its sandbox, or too slowly with it.
  private static let meetsThreadSanitizer: Set = [
    "forks", "forks as vfork does", "forks, in its constructor", "catches the sandbox's signal",
    "exits in its constructor", "gives up in its constructor",
    "sends lines for the log without end",
  ]

  /// Those that the rights of the daemon's user matter to; the long tests try all as any user.
  static func all(for identity: DaemonIdentity) -> [HostileCase] {
    identity == .own || scaled(1) > 1 ? all : someCalls
  }
}
