package import ButtonModel
package import JSONRPC

/// Subscribes to what clients ask for that changes anything: what a recording is made of.
package struct InputsSubscribeRequest: Request, Hashable {
  package typealias Response = InputsSubscribeResponse
  package static let method: StaticString = "inputs.subscribe"

  package init() {}

  package init(_ members: Members) throws(ProtocolError) {}

  package func writeMembers(into writer: inout JSONWriter) {}

  /// The subscription's name on the wire.
  package static var subscription: String { SubscriptionName(method: "inputs").text }
}

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

/// A client asked for something that changes something, or a client that did is gone.
package struct InputReceivedNotification: Notification, Hashable {
  package static let method: StaticString = "input.received"

  /// What stands for the method when a client that gave inputs is gone.
  package static let connectionClosed = "connection.closed"

  package var subscription: String
  /// Microseconds of the daemon's monotonic clock.
  package var at: UInt64
  /// The state's revision after it.
  package var revision: UInt64
  /// A number that the client's connection has as long as it lasts.
  package var connection: Int
  /// The client, as it calls itself.
  package var client: String?
  /// The method that was asked for.
  package var inputMethod: String
  /// The text of its params, an object.
  package var params: [UInt8]
  /// The reason for which it was refused.
  package var refused: String?
  /// Inputs before this one that were dropped because nobody took them.
  package var missed: Int?

  package init(
    subscription: String, at: UInt64, revision: UInt64, connection: Int, client: String?,
    inputMethod: String, params: [UInt8], refused: String? = nil, missed: Int? = nil
  ) {
    self.subscription = subscription
    self.at = at
    self.revision = revision
    self.connection = connection
    self.client = client
    self.inputMethod = inputMethod
    self.params = params
    self.refused = refused
    self.missed = missed
  }

  package init(_ members: Members) throws(ProtocolError) {
    subscription = try members.required("subscription")
    at = try members.required("at")
    revision = try members.required("revision")
    connection = try members.required("connection")
    client = try members.optional("client")
    inputMethod = try members.required("method")
    guard let object = members.value("params"), object.isObject else {
      throw .invalidParams("params is missing, or no object", path: "params")
    }
    var copy = JSONWriter()
    copy.copy(object)
    params = [UInt8](copy.bytes)
    refused = try members.optional("refused")
    missed = try members.optional("missed")
  }

  package func writeMembers(into writer: inout JSONWriter) {
    writer.member("subscription", subscription)
    writer.member("at", at)
    writer.member("revision", revision)
    writer.member("connection", connection)
    writer.member("client", ifPresent: client)
    writer.member("method", inputMethod)
    writer.key("params")
    params.withUnsafeBytes { writer.value(raw: $0) }
    writer.member("refused", ifPresent: refused)
    writer.member("missed", ifPresent: missed)
  }
}
