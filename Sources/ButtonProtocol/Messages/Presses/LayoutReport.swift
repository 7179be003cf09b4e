/// The size decides where a press is on the button.
package struct LayoutReportRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method = Method(
    "layout.report", for: .press,
    "How large this client draws a button, in points, insets included.",
    errors: [.notFound])

  package var id = ""
  package var size = DrawnSize.unreported

  package init() {}

  package init(id: String, size: DrawnSize) {
    self.id = id
    self.size = size
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required(.id, &id, as: .buttonID)
    try fields.size(&size)
  }
}
