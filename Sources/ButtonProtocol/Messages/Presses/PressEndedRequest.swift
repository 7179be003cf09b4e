package import JSONRPC

/// What pressed a button was lifted: performs the action if it was pressing till then.
package struct PressEndedRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method: StaticString = "press.ended"

  package var id: String
  /// Where; the last place without it.
  package var location: PressLocation?
  package var wait: Wait?

  package init(id: String, location: PressLocation? = nil, wait: Wait? = nil) {
    self.id = id
    self.location = location
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    location = try members.location()
    wait = try members.optional("wait")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    location?.writeMembers(into: &writer)
    writer.member("wait", ifPresent: wait)
  }
}
