package import JSONRPC

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
