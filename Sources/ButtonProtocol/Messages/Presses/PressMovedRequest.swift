package import JSONRPC

/// What presses a button is somewhere else now.
package struct PressMovedRequest: Request, Hashable {
  package typealias Response = PressResponse
  package static let method: StaticString = "press.moved"

  package var id: String
  package var location: PressLocation
  package var wait: Wait?

  package init(id: String, location: PressLocation, wait: Wait? = nil) {
    self.id = id
    self.location = location
    self.wait = wait
  }

  package init(_ members: Members) throws(ProtocolError) {
    id = try members.required("id")
    guard let location = try members.location() else {
      throw .invalidParams("x and y are missing", path: "x")
    }
    self.location = location
    wait = try members.optional("wait")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("id", id)
    location.writeMembers(into: &writer)
    writer.member("wait", ifPresent: wait)
  }
}
