package import ButtonModel
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

/// Where this connection's press of the button stands now.
package struct PressResponse: Message, Hashable {
  package var phase: PressPhase

  package init(phase: PressPhase) {
    self.phase = phase
  }

  package init(_ members: Members) throws(ProtocolError) {
    phase = try members.required("phase")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("phase", phase)
  }
}
