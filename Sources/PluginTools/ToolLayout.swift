import ButtonProtocol
import Glibc

/// Where the parts of this installation are, found relative to the running program.
package struct ToolLayout: Hashable, Sendable {
  /// The folder with `bin`, `lib`, `share` and so on.
  package let prefix: String
  /// The folder of the running program, or of the programs.
  private let programs: String

  package init(prefix: String) {
    self.prefix = prefix
    programs = "\(prefix)/bin"
  }

  /// The installation of the running program.
  package init() throws(ToolError) {
    guard let program = ProgramArguments.executable else {
      throw ToolError("cannot find my own program: /proc is not mounted")
    }
    let parts = program.split(separator: "/").dropLast(2)
    prefix = "/" + parts.joined(separator: "/")
    programs = "/" + program.split(separator: "/").dropLast().joined(separator: "/")
  }

  package func worker() throws(ToolError) -> String { try part("buttond-worker") }

  func raster() throws(ToolError) -> String { try part("buttond-raster") }

  package func fleet() throws(ToolError) -> String { try part("buttond-fleet") }

  /// A program of `libexec`; in a folder of fresh builds it is beside the others.
  private func part(_ name: String) throws(ToolError) -> String {
    let built = "\(programs)/\(name)"
    return access(built, X_OK) == 0 ? built : try require("\(prefix)/libexec/buttond/\(name)")
  }

  package var daemon: String { "\(prefix)/bin/buttond" }

  package func program(_ name: String) -> String { "\(programs)/\(name)" }

  /// The folder of templates, by language.
  package var templates: String { "\(prefix)/share/buttond/templates" }

  /// The package that plugins in Swift depend on.
  package var buttondKit: String { "\(prefix)/share/buttond/ButtondKit" }

  /// The plugins that every daemon of this installation runs.
  package var plugins: String { "\(prefix)/lib/buttond/plugins" }

  /// Throws if the path does not exist.
  package func require(_ path: String) throws(ToolError) -> String {
    guard access(path, R_OK) == 0 else {
      throw ToolError(
        "\(path) is missing; run buttonctl from its installed place (scripts/install --prefix DIR)")
    }
    return path
  }
}
