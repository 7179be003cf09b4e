import ArgumentParser
import ButtonClient
import ButtonExpressions
import ButtonModel
import ButtonProtocol
import JSONRPC

/// What a shell completes with: names that the running daemon knows, if it answers quickly.
enum LiveCompletion {
  static let buttons = kind(ButtonsListRequest(match: .everything)) {
    names("id", in: "buttons", $0)
  }

  static let groups = kind(ButtonsListRequest(match: .everything)) {
    names("group", in: "buttons", $0)
  }

  static let definedGroups = kind(GroupsListRequest()) { names("id", in: "groups", $0) }

  static let keys = kind(StateGetRequest(), readKeys)

  /// What may come next in an expression or, with `--template`, in a template.
  static let expression = CompletionKind.custom { words, _, prefix in
    expressions(words, prefix)
  }

  /// Keys and expressions by turns, or keys alone with `--remove`.
  static let derivations = CompletionKind.custom { words, index, prefix in
    let before = words.prefix(index).drop { $0 != "derive" }.dropFirst()
    let count = before.count { !$0.hasPrefix("-") }
    if count.isMultiple(of: 2) || words.contains("--remove") {
      return offer(found(StateGetRequest(), words, readKeys), prefix)
    }
    return expressions(words, prefix)
  }

  private static func expressions(_ words: [String], _ prefix: String) -> [String] {
    guard let typed = ShellWord.text(of: prefix) else { return [] }
    let place = ExpressionCompletion(typing: typed, isTemplate: words.contains("--template"))
    return offer(place.candidates(keys: found(StateGetRequest(), words, readKeys)), prefix)
  }

  private static let readKeys: @Sendable (JSONElement) -> [String] = { result in
    result.member(.values)?.members.map { $0.key.string } ?? []
  }

  /// Short names.
  static let plugins = kind(PluginsListRequest()) { names("name", in: "plugins", $0) }

  static let sources = kind(SourcesListRequest()) { names("name", in: "sources", $0) }

  static let styles = kind(StylesListRequest()) { names("name", in: "styles", $0) }

  static let methods = kind(HelloRequest(client: "buttonctl")) { result in
    result.member("capabilities")?.elements.compactMap(\.string).filter { $0.contains(".") } ?? []
  }

  /// Milliseconds.
  private static let patience = 250

  private static func kind<Question: Request>(
    _ request: Question, _ read: @escaping @Sendable (JSONElement) -> [String]
  ) -> CompletionKind {
    .custom { words, _, prefix in offer(found(request, words, read), prefix) }
  }

  private static func found(
    _ request: some Request, _ words: [String], _ read: (JSONElement) -> [String]
  ) -> [String] {
    (try? answer(to: request, socket(in: words)))?.read(read) ?? []
  }

  /// The texts that continue what was typed, as the shell takes them.
  private static func offer(_ texts: [String], _ prefix: String) -> [String] {
    guard let typed = ShellWord.text(of: prefix) else { return [] }
    // A shell prints what it offers as it is.
    let offered = texts.filter { text in
      text.hasPrefix(typed) && !text.unicodeScalars.contains(where: \.isUnprintable)
    }
    return Set(offered).sorted().map(ShellWord.offered)
  }

  /// The `--socket` among the typed words.
  private static func socket(in words: [String]) -> String? {
    let attached = words.first { $0.hasPrefix("--socket=") }.map { String($0.dropFirst(9)) }
    guard let index = words.firstIndex(of: "--socket"), index + 1 < words.count else {
      return attached
    }
    return words[index + 1]
  }

  private static func answer(
    to request: some Request, _ socket: String?
  ) throws(ClientError) -> JSONDocument? {
    let connection = try PolledConnection(
      try SocketPath.standard(socket), SilenceWatch.Patience(milliseconds: UInt64(patience)))
    _ = connection.request(request)
    guard case .daemon(.answered(_, let answer)) = try connection.next(timeout: Int32(patience))
    else { return nil }
    return try answer.get()
  }

  private static func names(
    _ member: StaticString, in list: StaticString, _ result: JSONElement
  ) -> [String] {
    result.member(list)?.elements.compactMap { $0.member(member)?.string } ?? []
  }
}
