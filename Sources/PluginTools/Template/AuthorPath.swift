import PluginHost

/// The commands that lead from a new plugin's files to a style that definitions may name.
package struct AuthorPath: Hashable, Sendable {
  /// Makes programs available to the shell, and starts a daemon.
  package let preparations: [String]
  /// Builds, checks, packs, installs, and shows the outcome; to be run in this order.
  package let commands: [String]
  /// Builds and shows every look, again after every save.
  package let develop: String

  /// `prefix` is the installation's folder, `program` how buttonctl is called here, `options` what
  /// each call needs.
  package init(
    _ name: PluginName, folder: String, prefix: String, program: String, options: [String] = []
  ) {
    let words = (["buttond", "--ephemeral"] + options).map(AuthorPath.quoted)
    preparations =
      (program.contains("/") ? ["export PATH=\(AuthorPath.quoted(prefix + "/bin")):$PATH"] : [])
      + [words.joined(separator: " ") + " &"]
    let program = ([program] + options).map(AuthorPath.quoted).joined(separator: " ")
    let inFolder = "cd \(AuthorPath.quoted(folder.hasPrefix("-") ? "./\(folder)" : folder))"
    commands = [
      inFolder, "make", "\(program) plugin check", "\(program) plugin pack",
      "\(program) plugin install \(name.short)-1.0.0\(PluginArchive.suffix)",
      "\(program) styles",
    ]
    develop = "\(program) plugin dev"
  }

  static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        true
      default: "/._-+:,@%".utf8.contains(byte)
      }
    }
    return isPlain && !word.isEmpty ? word : "'\(word.replacing("'", with: "'\\''"))'"
  }
}
