package import JSONRPC

/// Says how large this client draws a button, which decides where a press is on it.
package struct LayoutReportRequest: Request, Hashable {
  package typealias Response = EmptyResponse
  package static let method: StaticString = "layout.report"

  package var id: String
  package var size: DrawnSize

  package init(id: String, size: DrawnSize) {
    self.id = id
    self.size = size
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    size = try members.drawnSize()
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("width", size.width)
    writer.member("height", size.height)
  }
}
