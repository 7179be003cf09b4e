package import JSONRPC

/// Asks which styles and handlers there are.
package struct StylesListRequest: Request, Hashable {
  package typealias Response = StylesListResponse
  package static let method: StaticString = "styles.list"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}
}

/// The styles and handlers that definitions may name.
package struct StylesListResponse: Message, Hashable {
  package var styles: [StyleListing]
  package var handlers: [StyleListing]

  package init(styles: [StyleListing], handlers: [StyleListing]) {
    self.styles = styles
    self.handlers = handlers
  }

  package init(_ members: Members) throws(ProtocolError) {
    styles = try members.required("styles")
    handlers = try members.required("handlers")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("styles", styles)
    writer.member("handlers", handlers)
  }
}
