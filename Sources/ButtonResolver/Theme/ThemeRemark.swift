/// A problem or a hint about a theme's file.
package struct ThemeRemark: Hashable, Sendable {
  /// Its path; empty for the file as a whole.
  package let token: String
  /// The place in the file: the token's path and the member's, `a.b.$value.unit`.
  package let place: String
  /// The index among the theme's files.
  package let file: Int
  /// What is wrong, and how to fix it.
  package let message: String

  /// `member` is relative to the source.
  init(
    _ token: String, _ source: ThemeGroup.Source, at member: String = "", _ message: String
  ) {
    self.token = token
    let place = source.place
    self.place = member.isEmpty ? place : place.isEmpty ? member : "\(place).\(member)"
    file = source.file
    self.message = message
  }

  init(_ message: String, file: Int = 0) {
    self.init("", ThemeGroup.Source(file: file, place: ""), message)
  }

  package var text: String { token.isEmpty ? message : "\(token): \(message)" }
}
