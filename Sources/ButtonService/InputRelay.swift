import ButtonEngine
import ButtonProtocol
import JSONRPC

/// Tells those who record what clients ask for.
final class InputRelay: Relay {
  private let queued: QueuedLines
  /// Who is told.
  private(set) var members: [ConnectionID] = []
  /// The connections that those who are told have heard of, whose end is told as well.
  private var known: Set<ConnectionID> = []
  /// When the newest request was handled, in nanoseconds.
  private var latest: UInt64 = 0
  private var writer = JSONWriter()

  /// A relay without subscribers, which counts the lines that wait.
  init(queued: QueuedLines) { self.queued = queued }

  /// Whether nobody is told.
  var isEmpty: Bool { members.isEmpty }

  /// Makes a connection a subscriber, who hears of some connections at the beginning; twice is once.
  func subscribe(_ connection: ConnectionID, knowing others: some Sequence<ConnectionID>) {
    if !members.contains(connection) { members.append(connection) }
    known.formUnion(others)
  }

  var right: Role { InputsSubscribe.right }

  func unsubscribe(_ name: String, _ session: Session) -> Bool {
    guard name == InputsSubscribeRequest.subscription, count(of: session.connection) > 0 else {
      return false
    }
    end(session)
    return true
  }

  func end(_ session: Session) {
    members.removeAll { $0 == session.connection }
    session.inputs.removeAll(&queued.lines)
    if members.isEmpty { known = [] }
  }

  func count(of connection: ConnectionID) -> Int { members.contains(connection) ? 1 : 0 }

  /// The line that tells of a request, handled with that outcome.
  func line(
    for method: StaticString, _ call: Call, _ revision: UInt64, refusal: ProtocolError?
  ) -> SharedLine {
    known.insert(call.session.connection)
    latest = call.now
    var params = JSONWriter(minimumCapacity: 0)
    if let object = call.params {
      params.copy(object)
    } else {
      params.raw("{}")
    }
    return line(
      InputReceivedNotification(
        subscription: InputsSubscribeRequest.subscription, at: call.now / 1_000,
        revision: revision, connection: Int(call.session.connection.rawValue),
        client: call.session.client, inputMethod: "\(method)", params: [UInt8](params.bytes),
        refused: refusal?.reason.rawValue))
  }

  /// The line that tells of a client's end; nil where nobody has heard of it.
  func lineForEnd(of session: Session, _ revision: UInt64) -> SharedLine? {
    guard known.remove(session.connection) != nil else { return nil }
    return line(
      InputReceivedNotification(
        subscription: InputsSubscribeRequest.subscription, at: latest / 1_000, revision: revision,
        connection: Int(session.connection.rawValue), client: session.client,
        inputMethod: InputReceivedNotification.connectionClosed, params: Array("{}".utf8)))
  }

  private func line(_ notification: InputReceivedNotification) -> SharedLine {
    writer.removeAll(keepingCapacity: writer.capacity <= 64 << 10)
    writer.beginNotification(InputReceivedNotification.method)
    notification.write(into: &writer)
    writer.endObject()
    return SharedLine(copying: writer.bytes)
  }
}
