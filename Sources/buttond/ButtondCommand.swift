import ButtonModel
import ButtonProtocol
import CPlatform
import DaemonConfiguration
import Glibc
import StateDatabase

/// The program: reads its arguments, runs the daemon, and exits with the code for the outcome.
@main
enum ButtondCommand {
  static func main() {
    guard ProgramArguments.program?.isEmpty == false else {
      write("buttond: the argument vector is empty; its first word is the program's name\n", to: 2)
      exit(EX_USAGE)
    }
    var arguments = DaemonArguments(ProgramArguments.words)
    switch arguments.read() {
    case .show(let text): write(text, to: 1)
    case .misused(let why):
      write("buttond: \(why)\n", to: 2)
      exit(EX_USAGE)
    case .run(let options):
      if options.endsWithParent, csystem_die_with_parent() < 0 {
        write("buttond: cannot monitor the parent process (it may have exited)\n", to: 2)
        exit(1)
      }
      do {
        let layout = try InstalledLayout(makesUserFolder: !options.isCheck)
        if options.isCheck {
          var check = ConfigurationCheck(options, layout)
          exit(check.run() ? 0 : EX_CONFIG)
        }
        if let backup = options.backup {
          try Restoration(options: options, layout: layout).run(backup)
          exit(0)
        }
        if try !Daemon(options, layout).run() { exit(1) }
      } catch let error as ConfigurationError {
        complain(of: error)
        exit(error.isPassing ? 1 : EX_CONFIG)
      } catch let error as StateDatabaseError where error.isLasting {
        write("buttond: \(error)\n", to: 2)
        exit(EX_DATAERR)
      } catch {
        write("buttond: \(error)\n", to: 2)
        exit(1)
      }
    }
  }

  /// Prints a configuration's mistakes, each with its place in a file or the program's name.
  static func complain(of error: ConfigurationError) {
    let lines = error.remarks.map { "\($0.place == nil ? "buttond: " : "")\($0)\n" }
    write(lines.joined(), to: 2)
  }

  /// Unbuffered, even into a pipe; escapes what is unprintable.
  static func write(_ text: String, to descriptor: Int32) {
    var text = text.printableLines
    text.withUTF8 { _ = Glibc.write(descriptor, $0.baseAddress, $0.count) }
  }
}
