/// Messages on their way to the broker. Of a topic's retained messages only the newest waits.
package struct BrokerOutbox {
  package struct Message: Hashable, Sendable {
    package let topic: String
    package let payload: [UInt8]
    package let qos: Int32
    package let isRetained: Bool

    package init(_ topic: String, _ payload: [UInt8], qos: Int32 = 0, isRetained: Bool = false) {
      self.topic = topic
      self.payload = payload
      self.qos = qos
      self.isRetained = isRetained
    }

    fileprivate var bytes: Int { topic.utf8.count + payload.count + 64 }
  }

  private enum Place {
    case retained(String)
    case message(Message)
  }

  private var places: [Place] = []
  private var taken = 0
  private var retained: [String: Message] = [:]
  /// Bytes that wait.
  package private(set) var bytes = 0

  package init() {}

  /// A retained message replaces the one of its topic.
  package mutating func put(_ message: Message) {
    bytes += message.bytes
    guard message.isRetained else { return places.append(.message(message)) }
    if let old = retained.updateValue(message, forKey: message.topic) {
      bytes -= old.bytes
    } else {
      places.append(.retained(message.topic))
    }
  }

  /// Takes out the oldest message.
  package mutating func next() -> Message? {
    guard taken < places.count else { return nil }
    let place = places[taken]
    taken += 1
    if taken == places.count || taken >= 1_024 {
      places.removeFirst(taken)
      taken = 0
    }
    let message: Message?
    switch place {
    case .message(let waiting): message = waiting
    case .retained(let topic): message = retained.removeValue(forKey: topic)
    }
    bytes -= message?.bytes ?? 0
    return message
  }
}
