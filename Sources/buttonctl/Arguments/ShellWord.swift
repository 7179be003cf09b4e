import ArgumentParser

/// A word of a command line that is being completed, between the shell and a completion.
enum ShellWord {
  /// What was typed, without a leading quote; nil if more of it is quoted or escaped, which only
  /// the shell could undo.
  static func text(of word: String) -> String? {
    // Older versions of fish have removed the quotes.
    if CompletionShell.requesting == .fish, word.first.map({ !"'\"".contains($0) }) ?? true {
      return word
    }
    let (special, text) =
      switch word.first {
      case "'": ("'", word.dropFirst())
      case "\"": ("\"\\$`", word.dropFirst())
      default: ("'\"\\$`", word[...])
      }
    return text.contains(where: special.contains) ? nil : String(text)
  }

  /// As the shell's completion script needs it.
  ///
  /// bash's expands it with `compgen -W`, which would run the commands in it; zsh's takes what
  /// follows a colon for a description.
  static func offered(_ text: String) -> String {
    switch CompletionShell.requesting {
    case .some(.bash): escaped(text) { $0.isASCII && !$0.isLetter && !$0.isNumber }
    case .some(.zsh): escaped(text) { ":\\".contains($0) }
    default: text
    }
  }

  private static func escaped(_ text: String, where isSpecial: (Character) -> Bool) -> String {
    text.reduce(into: "") { result, character in
      if isSpecial(character) { result.append("\\") }
      result.append(character)
    }
  }
}
