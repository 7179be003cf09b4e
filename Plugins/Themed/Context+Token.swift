import ButtondKit

extension Context {
  /// A colour of the theme; without it there is no button.
  func color(_ token: String) throws -> Color {
    guard let color = theme(named: token, as: Color.self) else {
      throw StyleFailure("the theme has no color \(token)")
    }
    return color
  }

  /// A length of the theme in points; without it there is no button.
  func length(_ token: StaticString) throws -> Double {
    guard let length = theme(token, as: Double.self) else {
      throw StyleFailure("the theme has no dimension \(token)")
    }
    return length
  }
}
