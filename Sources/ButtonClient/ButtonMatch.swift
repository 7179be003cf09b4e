import ButtonModel
package import ButtonProtocol

/// Which buttons are meant: ids and globs over ids, or a group.
public struct ButtonMatch: Hashable, Sendable {
  package let match: Match

  /// Every button.
  public static let everything = ButtonMatch(match: .everything)

  /// Ids, or patterns with `*` (any run of characters) and `?` (one).
  public init(_ patterns: [String]) {
    match = Match(patterns: patterns.map { UTF8String($0) })
  }

  /// The buttons of a group.
  public init(group: String) {
    match = Match(group: UTF8String(group))
  }

  private init(match: Match) { self.match = match }
}

extension ButtonMatch: ExpressibleByStringLiteral {
  public init(stringLiteral pattern: String) { self.init([pattern]) }
}
