import ArgumentParser
import ButtonModel

/// Finds the word of a command line that stands where a command's name should, and names no command: the
/// argument library only calls it unexpected.
enum UnknownCommand {
  /// What is wrong, and the nearest name; nil when the commands are there.
  static func complaint(about words: [String]) -> String? {
    var command: any ParsableCommand.Type = Buttonctl.self
    var path = "buttonctl"
    var rest = words[...]
    while let word = rest.popFirst() {
      // What the argument library itself understands has words behind it.
      if word == "--generate-completion-script" || word.hasPrefix("---") { return nil }
      if word.hasPrefix("-") {
        // Options with a value stand before the first command.
        if ["--socket", "--color", "--timeout"].contains(word) { rest = rest.dropFirst() }
        continue
      }
      let commands = command.configuration.subcommands
      if commands.isEmpty || word == "help" { return nil }
      let names = commands.map { $0.configuration.commandName ?? "" }
      guard let index = names.firstIndex(of: word) else {
        let nearest = NearestName.find(word, among: names).map { "; did you mean '\($0)'?" }
        return "there is no command '\(path) \(Excerpt(word))'"
          + (nearest ?? "; `\(path) --help` lists those there are")
      }
      command = commands[index]
      path += " \(word)"
    }
    return nil
  }
}
