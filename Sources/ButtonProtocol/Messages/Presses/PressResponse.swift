package import ButtonModel
package import JSONRPC

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
