/// Why something cannot be drawn.
package struct RenderError: Error, Hashable, Sendable {
  /// What is wrong and what to do about it.
  package let message: String

  package init(_ message: String) { self.message = message }
}
