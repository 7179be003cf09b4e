/// Why a text cannot be read, and where.
package struct TextFault: Error, Hashable, Sendable {
  package let place: TextPlace
  package let message: String

  package init(_ place: TextPlace, _ message: String) {
    self.place = place
    self.message = message
  }
}
