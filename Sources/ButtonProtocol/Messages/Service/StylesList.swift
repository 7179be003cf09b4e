package struct StylesListRequest: Request, Hashable {
  package typealias Response = StylesListResponse
  package static let method = Method(
    "styles.list", for: .read, "The styles and handlers that definitions may name.")

  package init() {}

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {}
}

package struct StylesListResponse: Message, Hashable {
  package var styles: [StyleListing] = []
  package var handlers: [StyleListing] = []

  package init() {}

  package init(styles: [StyleListing], handlers: [StyleListing]) {
    self.styles = styles
    self.handlers = handlers
  }

  package mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.required("styles", &styles)
    try fields.required("handlers", &handlers)
  }
}
