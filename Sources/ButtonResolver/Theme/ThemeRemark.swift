/// What is wrong with a theme's file, or worth knowing about it.
package struct ThemeRemark: Hashable, Sendable {
  /// The path of the token it is about; empty for the file as a whole.
  package let token: String
  /// Where in the file it stands: the token's path and the member's, `a.b.$value.unit`.
  package let place: String
  /// What is wrong, and what to do about it.
  package let message: String

  /// A remark about a token, at one of its members.
  init(_ token: String, at member: String = "", _ message: String) {
    self.token = token
    place = member.isEmpty ? token : token.isEmpty ? member : "\(token).\(member)"
    self.message = message
  }

  /// All of it, for people.
  package var text: String { token.isEmpty ? message : "\(token): \(message)" }
}
