import ArgumentParser
import ButtonModel
import ButtonProtocol

struct MatchArguments: ParsableArguments {
  @Argument(
    help: "Ids, or patterns in quotes: * is any run of characters, ? is one.",
    completion: LiveCompletion.buttons)
  var patterns: [String] = []

  @Option(help: "The buttons of a group instead.", completion: LiveCompletion.groups)
  var group: String?

  func validate() throws {
    if group != nil, !patterns.isEmpty {
      throw ValidationError("give ids and patterns or a group, not both")
    }
  }

  /// All buttons if nothing is named.
  var match: Match {
    if let group { return Match(group: UTF8String(group)) }
    return patterns.isEmpty ? .everything : Match(patterns: patterns.map { UTF8String($0) })
  }
}

struct KeyArguments: ParsableArguments {
  @Argument(help: "The keys (default: all).", completion: LiveCompletion.keys)
  var keys: [String] = []

  @Option(
    help: "Also the key of that name and all keys below it.",
    completion: LiveCompletion.keys)
  var under: String?

  func validate() throws {
    for key in keys + (under.map { [$0] } ?? []) where !StateKey.isValid(UTF8String(key)) {
      let isPattern = key.hasSuffix(".*") && StateKey.isValid(UTF8String(String(key.dropLast(2))))
      throw ValidationError(
        ProtocolError.invalidKey(key).message
          + (isPattern ? "; for all keys below it: --under \(key.dropLast(2))" : ""))
    }
  }

  var names: [UTF8String]? { keys.isEmpty ? nil : keys.map { UTF8String($0) } }

  var prefix: UTF8String? { under.map { UTF8String($0) } }
}
