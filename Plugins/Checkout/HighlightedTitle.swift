import ButtondKit

/// Another title while the button is pressed and nothing else.
///
/// In all other states the title is `normal`, or, without it, what it would be without the handler.
struct HighlightedTitle: UpdateHandler {
  func update(_ look: borrowing Look, in context: borrowing Context) throws {
    typealias Title = Manifest.HighlightedTitleHandler
    guard let highlighted = context[Title.highlighted] else {
      throw StyleFailure("parameters.highlighted is missing: the title while highlighted")
    }
    if context.controlState == .highlighted {
      look.title = highlighted
      if context[Title.isUnderlined] { look.titleUnderline = true }
    } else if let normal = context[Title.normal] {
      look.title = normal
    }
  }
}
