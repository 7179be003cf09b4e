import ButtonClient
import ButtonProtocol
import DaemonConfiguration
import Glibc
import PluginTools

/// Whether the programs around a daemon work: each running one is asked with `--health` and what it
/// was started with.
struct ProgramCheck {
  private let socket: String
  /// Otherwise nothing of what they do can be seen.
  private let daemonAnswers: Bool
  private let layout: ToolLayout

  /// Reported of a file; `--check` has all.
  private static let maximumComplaints = 5

  init(_ socket: String, daemonAnswers: Bool, _ layout: ToolLayout) {
    (self.socket, self.daemonAnswers, self.layout) = (socket, daemonAnswers, layout)
  }

  /// Looks at a program's processes or, if there are none, at the file with which its unit would
  /// start one.
  func examine(
    _ program: String, _ check: DoctorCheck, file: String? = nil, _ report: inout DoctorReport
  ) {
    let processes = ProcessFacts.all(named: program).filter {
      $0.uses(socket) && !$0.has("--health")
    }
    for process in processes { examine(process, program, check, &report) }
    guard processes.isEmpty else { return }
    guard let file else { return report.ok(check, "none runs for this socket") }
    if let path = UnitFile.path(file, ofDaemonAt: socket) {
      examineFile(path, program, check, &report)
    }
  }

  private func examine(
    _ process: ProcessFacts, _ program: String, _ check: DoctorCheck, _ report: inout DoctorReport
  ) {
    let user = AccountName.text(ofUser: process.user)
    let what = "\(program), process \(process.id) of \(user),"
    if process.isStopped {
      return report.problem(
        check, "\(what) is stopped", "Let it go on:\nkill -CONT \(process.id)")
    }
    // The daemon tells only that user what it may do.
    guard process.user == geteuid() || geteuid() == 0 else {
      return report.note(check, "\(what) is another user's", "Run this as \(user), or as root.")
    }
    guard daemonAnswers else {
      return report.note(
        check, "\(what) waits for the daemon", "It connects when the daemon answers.")
    }
    let words = ["--health", "--socket", ProcessFacts.absolute(socket)]
    do throws(ToolError) {
      let written = try ProgramOutput(of: process.command(layout.program(program)) + words)
      guard let answer = try? JSONDocument(written.output),
        let health: HealthReport = try? answer.decode()
      else { throw ToolError(written.errors.split(separator: "\n").joined(separator: "; ")) }
      report.add(check, health, restarting: program, process.restartAdvice)
    } catch {
      report.problem(
        check, "\(what) cannot be asked: \(error.message)",
        "Mend what that says, then \(process.restartAdvice)")
    }
  }

  private func examineFile(
    _ path: String, _ program: String, _ check: DoctorCheck, _ report: inout DoctorReport
  ) {
    let words = [layout.program(program), "--check", "--config", path]
    // It prints to standard output for a valid file.
    if let written = try? ProgramOutput(of: words), written.output.isEmpty, !written.errors.isEmpty
    {
      for line in written.errors.split(separator: "\n").prefix(Self.maximumComplaints) {
        report.problem(
          check, String(line),
          "Mend the file, then see that nothing more is wrong:\n\(program) --check --config '\(path)'"
        )
      }
      return
    }
    report.problem(
      check, "\(path) is there, but no \(program) runs for this socket",
      UnitFile.startAdvice(program))
  }
}
