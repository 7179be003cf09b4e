package import JSONRPC

/// A press came to nothing, for example because a scroll began with it.
package struct PressCancelledRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method: StaticString = "press.cancelled"

  package var id: String
  package var wait: Wait?

  package init(id: String, wait: Wait? = nil) {
    self.id = id
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    wait = try members.optional("wait")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    writer.member("wait", ifPresent: wait)
  }
}
