import ButtondKit

/// Another title while the button is pressed and nothing else.
///
/// In all other states the title is `normal`, or, without it, what it would be without the handler.
struct HighlightedTitle: UpdateHandler {
  func update(_ look: borrowing Look, in context: borrowing Context) throws {
    guard let highlighted = context.parameter("highlighted", as: String.self) else {
      throw StyleFailure("parameters.highlighted is missing: the title while highlighted")
    }
    if context.controlState == .highlighted {
      look.title = highlighted
      if context.parameter("isUnderlined") == true { look.titleUnderline = true }
    } else if let normal = context.parameter("normal", as: String.self) {
      look.title = normal
    }
  }
}
