import ArgumentParser
import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// What a shell completes with: names that the running daemon knows, if it answers quickly.
enum LiveCompletion {
  /// Ids of buttons.
  static let buttons = kind(ButtonsListRequest(match: .everything)) {
    names("id", in: "buttons", $0)
  }

  /// Groups of buttons.
  static let groups = kind(ButtonsListRequest(match: .everything)) {
    names("group", in: "buttons", $0)
  }

  /// Keys of state.
  static let keys = kind(StateGetRequest()) { result in
    result.member(.values)?.members.map { $0.key.string } ?? []
  }

  /// Short names of plugins.
  static let plugins = kind(PluginsListRequest()) { names("name", in: "plugins", $0) }

  /// Names of sources.
  static let sources = kind(SourcesListRequest()) { names("name", in: "sources", $0) }

  /// Styles that a definition may name.
  static let styles = kind(StylesListRequest()) { names("name", in: "styles", $0) }

  /// Methods of the protocol.
  static let methods = kind(HelloRequest(client: "buttonctl")) { result in
    result.member("capabilities")?.elements.compactMap(\.string).filter { $0.contains(".") } ?? []
  }

  /// How long a shell waits for the daemon, in milliseconds.
  private static let patience: Int32 = 250

  private static func kind<Question: Request>(
    _ request: Question, _ read: @escaping @Sendable (JSONElement) -> [String]
  ) -> CompletionKind {
    .custom { words, _, prefix in
      let found = (try? answer(to: request, socket(in: words)))?.read(read) ?? []
      // A shell prints what it offers as it is.
      return Array(
        Set(
          found.filter { name in
            name.hasPrefix(prefix) && !name.unicodeScalars.contains(where: \.isUnprintable)
          })
      ).sorted()
    }
  }

  /// The `--socket` among the words that were typed.
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
    let connection = try PolledConnection(try SocketPath.standard(socket))
    _ = connection.request(request)
    guard case .daemon(.answered(_, let answer)) = try connection.next(timeout: patience) else {
      return nil
    }
    return try answer.get()
  }

  private static func names(
    _ member: StaticString, in list: StaticString, _ result: JSONElement
  ) -> [String] {
    result.member(list)?.elements.compactMap { $0.member(member)?.string } ?? []
  }
}
