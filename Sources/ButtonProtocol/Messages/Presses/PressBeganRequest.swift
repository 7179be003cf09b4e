package import JSONRPC

/// A finger, a pen or a mouse button went down on a button.
package struct PressBeganRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method: StaticString = "press.began"

  package var id: String
  /// Where; somewhere inside without it.
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
