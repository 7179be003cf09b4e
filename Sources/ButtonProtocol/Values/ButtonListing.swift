package import JSONRPC

/// One button in a list of buttons.
package struct ButtonListing: Hashable, Sendable, JSONDecodable, JSONEncodable {
  package var id: String
  package var style: String
  package var handler: String?
  package var group: String?
  package var status: LookStatus?

  package init(
    id: String, style: String, handler: String? = nil, group: String? = nil,
    status: LookStatus? = nil
  ) {
    self.id = id
    self.style = style
    self.handler = handler
    self.group = group
    self.status = status
  }

  package init(json: JSONElement) throws(ProtocolError) {
    let members = try Members(of: json)
    id = try members.required("id")
    style = try members.required("style")
    handler = try members.optional("handler")
    group = try members.optional("group")
    status = try members.optional("status")
  }

  package func write(into writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", id)
    writer.member("style", style)
    writer.member("handler", ifPresent: handler)
    writer.member("group", ifPresent: group)
    writer.member("status", ifPresent: status)
    writer.endObject()
  }
}
