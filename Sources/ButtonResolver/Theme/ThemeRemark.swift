/// What is wrong with a theme's file, or worth knowing about it.
package struct ThemeRemark: Hashable, Sendable {
  /// The path of the token it is about; empty for the file as a whole.
  package let token: String
  /// Where in the file it stands: the token's path and the member's, `a.b.$value.unit`.
  package let place: String
  /// The number of the file, of those that make the theme.
  package let file: Int
  /// What is wrong, and what to do about it.
  package let message: String

  /// A remark about a token, at one of the members of what is written at its source.
  init(
    _ token: String, _ source: ThemeGroup.Source, at member: String = "", _ message: String
  ) {
    self.token = token
    let place = source.place
    self.place = member.isEmpty ? place : place.isEmpty ? member : "\(place).\(member)"
    file = source.file
    self.message = message
  }

  /// A remark about the first file as a whole.
  init(_ message: String, file: Int = 0) {
    self.init("", ThemeGroup.Source(file: file, place: ""), message)
  }

  /// All of it, for people.
  package var text: String { token.isEmpty ? message : "\(token): \(message)" }
}
