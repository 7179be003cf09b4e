import ArgumentParser
import ButtonModel

/// Finds the word in a command's place that names no command, and an unknown option before it: the
/// argument library only calls words unexpected.
enum UnknownCommand {
  /// The options before the commands, with a value and without.
  private static let valued = ["--socket", "--color", "--timeout"]
  private static let flags = [
    "--json", "--help", "--version", "--help-hidden", "--experimental-dump-help",
  ]

  /// What is wrong, and the nearest name; nil if the commands exist.
  static func complaint(about words: [String]) -> String? {
    var command: any ParsableCommand.Type = Buttonctl.self
    var path = "buttonctl"
    var rest = words[...]
    while let word = rest.popFirst() {
      // What the argument library itself understands has words after it.
      if word == "--generate-completion-script" || word.hasPrefix("---") { return nil }
      if word.hasPrefix("-") {
        let name = String(word.prefix { $0 != "=" })
        if command == Buttonctl.self, name.hasPrefix("--"), name != "--",
          !(valued + flags).contains(name)
        {
          let nearest = NearestName.find(name, among: valued + flags)
          return "there is no option '\(Excerpt(name))' before a command"
            + (nearest.map { "; did you mean '\($0)'?" } ?? "; those of a command stand behind it")
        }
        if valued.contains(word) { rest = rest.dropFirst() }
        continue
      }
      let commands = command.configuration.subcommands
      if commands.isEmpty || word == "help" { return nil }
      let names = commands.map { $0.configuration.commandName ?? "" }
      guard let index = names.firstIndex(of: word) else {
        let isFirst = command == Buttonctl.self
        let nearest =
          (isFirst ? suggestion(for: word) : nil).map { "; did you mean `\($0)`?" }
          ?? NearestName.find(word, among: names).map { "; did you mean '\($0)'?" }
          ?? (isFirst ? below(word) : nil)
        return "there is no command '\(path) \(Excerpt(word))'"
          + (nearest ?? "; `\(path) --help` lists those there are")
      }
      command = commands[index]
      path += " \(word)"
    }
    return nil
  }

  /// The command meant by somebody who types a word of other programs.
  private static func suggestion(for word: String) -> String? {
    switch word {
    case "version": "buttonctl --version"
    case "list", "ls": "buttonctl buttons list"
    case "set": "buttonctl state set KEY VALUE"
    case "get", "show": "buttonctl state get"
    case "add", "create", "new", "define": "buttonctl buttons define FILE"
    case "delete", "rm", "remove": "buttonctl buttons remove ID"
    case "watch", "subscribe": "buttonctl buttons watch"
    case "status", "info": "buttonctl doctor"
    default: nil
    }
  }

  /// The commands of that name under other commands, as advice; nil if there are none.
  private static func below(_ word: String) -> String? {
    let nouns = Buttonctl.configuration.subcommands.compactMap { noun in
      noun.configuration.subcommands.contains { $0.configuration.commandName == word }
        ? noun.configuration.commandName : nil
    }
    guard !nouns.isEmpty else { return nil }
    return "; did you mean `" + nouns.map { "buttonctl \($0) \(word)" }.joined(separator: "` or `")
      + "`?"
  }
}
