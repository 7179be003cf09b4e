package import ButtonModel
package import JSONRPC

/// The beginning of a subscription to inputs: what a fresh daemon has to be told to be where this one
/// is at that moment.
package struct InputsSubscribeResponse: Message, Hashable {
  /// How large a connection draws a button.
  package struct Layout: Hashable, Sendable, JSONDecodable, JSONEncodable {
    package var connection: Int
    package var id: String
    package var size: DrawnSize

    package init(connection: Int, id: String, size: DrawnSize) {
      self.connection = connection
      self.id = id
      self.size = size
    }

    package init(json: JSONElement) throws(ProtocolError) {
      let members = try Members(of: json)
      connection = try members.required("connection")
      id = try members.required("id")
      size = try members.drawnSize()
    }

    package func write(into writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("connection", connection)
      writer.member("id", id)
      writer.member("width", size.width)
      writer.member("height", size.height)
      writer.endObject()
    }
  }

  /// A press that is under way.
  package struct Press: Hashable, Sendable, JSONDecodable, JSONEncodable {
    package var connection: Int
    package var id: String

    package init(connection: Int, id: String) {
      self.connection = connection
      self.id = id
    }

    package init(json: JSONElement) throws(ProtocolError) {
      let members = try Members(of: json)
      connection = try members.required("connection")
      id = try members.required("id")
    }

    package func write(into writer: inout JSONWriter) {
      writer.beginObject()
      writer.member("connection", connection)
      writer.member("id", id)
      writer.endObject()
    }
  }

  package var subscription: String
  package var epoch: String
  package var revision: UInt64
  package var tick: UInt64
  /// Microseconds of the daemon's monotonic clock.
  package var at: UInt64
  package var state: StateMembers
  package var buttons: [ButtonDefinition]
  package var layouts: [Layout]
  package var presses: [Press]

  package init(
    subscription: String, epoch: String, revision: UInt64, tick: UInt64, at: UInt64,
    state: StateMembers, buttons: [ButtonDefinition], layouts: [Layout], presses: [Press]
  ) {
    self.subscription = subscription
    self.epoch = epoch
    self.revision = revision
    self.tick = tick
    self.at = at
    self.state = state
    self.buttons = buttons
    self.layouts = layouts
    self.presses = presses
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    epoch = try members.required("epoch")
    revision = try members.required("revision")
    tick = try members.required("tick")
    at = try members.required("at")
    state = try members.required("state")
    buttons = try InputsSubscribeResponse.definitions(members)
    layouts = try members.required("layouts")
    presses = try members.required("presses")
  }

  private static func definitions(_ members: Members) throws(ProtocolError) -> [ButtonDefinition] {
    var definitions: [ButtonDefinition] = []
    guard let list = members.value("buttons") else { return definitions }
    for json in list.elements {
      var reader = DefinitionReader(path: "buttons[\(definitions.count)]")
      do {
        definitions.append(try reader.definition(json))
      } catch {
        throw error.under(index: definitions.count).under("buttons")
      }
    }
    return definitions
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("epoch", epoch)
    writer.member("revision", revision)
    writer.member("tick", tick)
    writer.member("at", at)
    writer.member("state", state)
    writer.member("buttons", buttons)
    writer.member("layouts", layouts)
    writer.member("presses", presses)
  }
}
