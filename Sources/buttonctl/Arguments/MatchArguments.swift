import ArgumentParser
import ButtonModel
import ButtonProtocol

/// Which buttons a command is about.
struct MatchArguments: ParsableArguments {
  @Argument(
    help: "Ids, or patterns in which * is any run of characters and ? is one. Quote them.",
    completion: LiveCompletion.buttons)
  var patterns: [String] = []

  @Option(help: "The buttons of a group instead.", completion: LiveCompletion.groups)
  var group: String?

  func validate() throws {
    if group != nil, !patterns.isEmpty {
      throw ValidationError("give ids and patterns or a group, not both")
    }
  }

  /// What is meant, all buttons when nothing is named.
  var match: Match {
    if let group { return Match(group: UTF8String(group)) }
    return patterns.isEmpty ? .everything : Match(patterns: patterns.map { UTF8String($0) })
  }
}
