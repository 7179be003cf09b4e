import ButtonEngine
import ButtonProtocol
import JSONRPC

/// Makes the notifications of clients' requests for those who record them.
struct InputEvents {
  /// The connections that they have heard of, whose end they hear of too.
  private var known: Set<ConnectionID> = []
  /// When the newest request was handled, in nanoseconds.
  private var latest: UInt64 = 0

  /// Somebody begins to record, who hears of some connections at the beginning.
  mutating func begin(knowing others: some Sequence<ConnectionID>) { known.formUnion(others) }

  /// A request was handled, with that outcome.
  mutating func received(
    _ method: StaticString, _ call: Call, _ revision: UInt64, refusal: ProtocolError?
  ) -> InputReceivedNotification {
    known.insert(call.session.connection)
    latest = call.now
    var params = JSONWriter(minimumCapacity: 0)
    if let object = call.params {
      params.copy(object)
    } else {
      params.raw("{}")
    }
    return InputReceivedNotification(
      subscription: InputsSubscribeRequest.subscription, at: call.now / 1_000,
      revision: revision, connection: Int(call.session.connection.rawValue),
      client: call.session.client, inputMethod: "\(method)", params: [UInt8](params.bytes),
      refused: refusal?.reason.rawValue)
  }

  /// A client gives no more inputs; nil where nobody has heard of it.
  mutating func ended(_ session: Session, _ revision: UInt64) -> InputReceivedNotification? {
    guard known.remove(session.connection) != nil else { return nil }
    return InputReceivedNotification(
      subscription: InputsSubscribeRequest.subscription, at: latest / 1_000, revision: revision,
      connection: Int(session.connection.rawValue), client: session.client,
      inputMethod: InputReceivedNotification.connectionClosed, params: Array("{}".utf8))
  }
}
