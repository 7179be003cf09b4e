@testable import ButtonRender

extension ButtonDrawing {
  /// A document with the button alone on its backdrop.
  func document() -> String { document(margin: 16, backdrop: display.backdrop) }
}
