import ButtonEngine
import ButtonModel
import ButtonProtocol

/// Makes the notifications of inputs for those who record them.
struct InputEvents {
  /// What gives inputs: a client, a source or the clock.
  struct Sender {
    /// The number that stands for it.
    let connection: Int
    let client: String?

    static var clock: Sender {
      Sender(connection: InputReceivedNotification.clockConnection, client: "clock")
    }

    static var fleet: Sender {
      Sender(connection: InputReceivedNotification.fleetConnection, client: "fleet")
    }

    /// `number` is the one with which the source holds leases.
    static func source(_ name: String, _ number: UInt32) -> Sender {
      Sender(
        connection: InputReceivedNotification.connection(ofSource: number),
        client: "source \(name)")
    }
  }

  /// Senders that recorders know, and whose end they hear of.
  private var known: Set<Int> = []
  /// When the newest input came, in nanoseconds.
  private var latest: UInt64 = 0

  /// A recording begins; its first answer names some senders.
  mutating func begin(knowing others: some Sequence<Int>) { known.formUnion(others) }

  func knows(_ sender: Sender) -> Bool { known.contains(sender.connection) }

  /// `now` is nil for the time of the newest input.
  mutating func received(
    _ method: String, from sender: Sender, at now: UInt64?, _ revision: UInt64, params: [UInt8],
    refusal: ProtocolError? = nil
  ) -> InputReceivedNotification {
    known.insert(sender.connection)
    latest = now ?? latest
    return InputReceivedNotification(
      subscription: InputsSubscribeRequest.subscription, at: latest / 1_000, revision: revision,
      connection: sender.connection, client: sender.client, inputMethod: method, params: params,
      refused: refusal?.reason.rawValue)
  }

  /// Nil if no recorder knows the sender. `now` is nil for the time of the newest input.
  mutating func ended(
    _ sender: Sender, at now: UInt64?, _ revision: UInt64
  ) -> InputReceivedNotification? {
    guard known.remove(sender.connection) != nil else { return nil }
    return InputReceivedNotification(
      subscription: InputsSubscribeRequest.subscription, at: (now ?? latest) / 1_000,
      revision: revision, connection: sender.connection, client: sender.client,
      inputMethod: InputReceivedNotification.connectionClosed, params: Array("{}".utf8))
  }
}

extension LeaseHolder {
  var inputConnection: Int {
    switch self {
    case .connection(let connection): Int(connection.rawValue)
    case .feed(let number): InputReceivedNotification.connection(ofSource: number)
    }
  }
}
