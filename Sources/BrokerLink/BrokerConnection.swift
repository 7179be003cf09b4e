import CMosquitto
import Glibc
package import UVLoop

/// One connection to an MQTT broker, on the loop.
///
/// libmosquitto looks up the name and connects on the loop's thread pool, since it waits for both;
/// everything else happens on the loop's thread, whenever the socket is ready. A connection is made
/// once: after its end another object makes the next.
package final class BrokerConnection {
  /// Receives what happens to a connection, on the loop and not after `close` or `brokerDidEnd`.
  package protocol Delegate: AnyObject {
    /// The broker has accepted this client.
    func brokerDidAccept(_ broker: BrokerConnection)
    /// A message came; the bytes are valid during the call.
    func broker(
      _ broker: BrokerConnection, didSend payload: UnsafeRawBufferPointer,
      to topic: UnsafeRawBufferPointer, isRetained: Bool)
    /// The broker answered `subscribe`: the QoS of each filter, 128 where it refused.
    func broker(_ broker: BrokerConnection, didSubscribe id: Int32, _ granted: [Int32])
    /// The connection could not be made, or has ended.
    func brokerDidEnd(_ broker: BrokerConnection, _ error: BrokerError)
  }

  /// Milliseconds between looks at the keep-alive times.
  private static let checkInterval: UInt64 = 1_000
  /// Milliseconds in which a broker must accept the connection.
  private static let patience: UInt64 = 15_000
  /// Packets that are read in one turn.
  private static let packetsPerTurn = 256
  /// Messages of QoS 1 that the broker may leave unanswered.
  private static let maximumUnanswered = 20

  private let loop: Loop
  private weak var delegate: (any Delegate)?
  private var handle: OpaquePointer?
  private var poll: Poll?
  private var timer: Timer?
  private var deadline: UInt64?
  private var unanswered: Set<Int32> = []
  private var isOver = false
  /// Whether libmosquitto is on the stack: then it is not to be freed yet.
  private var isInside = false
  private var failure: BrokerError?
  private var lastLog: String?

  /// Makes a connection that is not begun.
  package init(on loop: Loop, for delegate: any Delegate) {
    self.loop = loop
    self.delegate = delegate
  }

  /// Connects; never reports before it returns.
  package func connect(_ settings: BrokerSettings) {
    loop.offload(
      { OpenedBroker(connecting: settings) },
      then: { opened in self.opened(opened) })
  }

  /// Whether the broker would take a message now, rather than this process keep it.
  package var hasRoom: Bool {
    guard let handle, !isOver else { return false }
    return unanswered.count < Self.maximumUnanswered && !mosquitto_want_write(handle)
  }

  /// Sends a message; what the broker cannot take is refused.
  package func publish(
    _ payload: [UInt8], to topic: String, qos: Int32, isRetained: Bool
  ) throws(BrokerError) {
    guard let handle, !isOver else { return }
    var id: Int32 = 0
    let code = inside {
      payload.withUnsafeBytes {
        mosquitto_publish(
          handle, &id, topic, Int32($0.count), $0.baseAddress, qos, isRetained)
      }
    }
    switch mosq_err_t(rawValue: code) {
    case MOSQ_ERR_SUCCESS: if qos > 0 { unanswered.insert(id) }
    case MOSQ_ERR_INVAL, MOSQ_ERR_PAYLOAD_SIZE, MOSQ_ERR_MALFORMED_UTF8:
      throw BrokerError("this message is not valid: \(BrokerError(code))")
    default: fail(BrokerError(code, system: errno))
    }
    settle()
  }

  /// Subscribes to topics at a QoS; the number stands in the answer.
  package func subscribe(_ filters: [String], qos: Int32) -> Int32 {
    guard let handle, !isOver else { return 0 }
    var id: Int32 = 0
    var texts = filters.map { strdup($0) }
    defer { for text in texts { free(text) } }
    let code = inside {
      texts.withUnsafeMutableBufferPointer { texts in
        texts.withMemoryRebound(to: UnsafeMutablePointer<CChar>?.self) {
          mosquitto_subscribe_multiple(
            handle, &id, Int32($0.count), $0.baseAddress, qos, 0, nil)
        }
      }
    }
    if code != MOSQ_ERR_SUCCESS.rawValue { fail(BrokerError(code, system: errno)) }
    settle()
    return id
  }

  /// Gives the broker until then, in milliseconds of the loop's clock, to answer what it was asked;
  /// nil when it has.
  package func expectAnswer(within time: UInt64?) { deadline = time.map { loop.now + $0 } }

  /// Says goodbye, so that the broker does not tell others that this client is gone, and closes.
  package func disconnect() {
    if let handle, !isOver { _ = inside { mosquitto_disconnect(handle) } }
    close()
  }

  /// Ends the connection without telling the delegate.
  package func close() {
    isOver = true
    delegate = nil
    release()
  }

  // MARK: The loop

  private func opened(_ opened: OpenedBroker) {
    handle = OpaquePointer(bitPattern: opened.address)
    if isOver { return release() }
    guard let handle, opened.code == MOSQ_ERR_SUCCESS.rawValue else {
      return end(opened.error)
    }
    mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
    setCallbacks(handle)
    do throws(UVError) {
      let poll = try Poll(mosquitto_socket(handle), on: loop) { [weak self] in self?.ready($0) }
      self.poll = poll
      let timer = try Timer(on: loop) { [weak self] in self?.check() }
      self.timer = timer
      try timer.start(after: Self.checkInterval, every: Self.checkInterval)
    } catch {
      return end(BrokerError("\(error)"))
    }
    expectAnswer(within: Self.patience)
    settle()
  }

  private func ready(_ readiness: Poll.Readiness) {
    guard let handle else { return }
    if readiness.contains(.readable) { read(handle) }
    if readiness.contains(.writable), failure == nil, !isOver {
      let code = inside { mosquitto_loop_write(handle, 1) }
      if code != MOSQ_ERR_SUCCESS.rawValue {
        fail(BrokerError(code, detail: lastLog, system: errno))
      }
    }
    settle()
  }

  /// Reads what has arrived, as far as one turn goes; true when that is all.
  @discardableResult
  private func read(_ handle: OpaquePointer) -> Bool {
    defer { checkMemory() }
    for _ in 0..<Self.packetsPerTurn where failure == nil && !isOver {
      errno = 0
      let code = inside { mosquitto_loop_read(handle, 1) }
      let system = errno
      if code != MOSQ_ERR_SUCCESS.rawValue {
        fail(BrokerError(code, detail: lastLog, system: system))
      }
      if system == EAGAIN { return true }
      // One call reads as many packets as there are messages of QoS 2 that wait for their release.
      if ProcessMemory.hasGrown { checkMemory() }
    }
    return false
  }

  private func checkMemory() {
    guard ProcessMemory.used > ProcessMemory.worrying else { return }
    fail(BrokerError("it sends more than this program has memory for"))
  }

  private func check() {
    guard let handle, !isOver else { return }
    // Silence counts once everything is read: this program may have been stopped itself.
    guard read(handle), !isOver else { return settle() }
    if let deadline, loop.now >= deadline {
      fail(BrokerError("it accepts connections, but does not answer"))
    } else {
      let code = inside { mosquitto_loop_misc(handle) }
      if code != MOSQ_ERR_SUCCESS.rawValue { fail(BrokerError(code, system: errno)) }
    }
    settle()
  }

  // MARK: What libmosquitto calls

  private func setCallbacks(_ handle: OpaquePointer) {
    mosquitto_connect_callback_set(handle) { _, object, code in
      BrokerConnection.recover(object)?.accepted(code)
    }
    mosquitto_message_callback_set(handle) { _, object, message in
      if let message { BrokerConnection.recover(object)?.received(message.pointee) }
    }
    mosquitto_subscribe_callback_set(handle) { _, object, id, count, granted in
      let granted = Array(UnsafeBufferPointer(start: granted, count: Int(count)))
      BrokerConnection.recover(object)?.subscribed(id, granted)
    }
    mosquitto_publish_callback_set(handle) { _, object, id in
      BrokerConnection.recover(object)?.unanswered.remove(id)
    }
    mosquitto_log_callback_set(handle) { _, object, level, text in
      guard level == MOSQ_LOG_ERR, let text else { return }
      BrokerConnection.recover(object)?.lastLog = String(cString: text)
    }
  }

  private static func recover(_ object: UnsafeMutableRawPointer?) -> BrokerConnection? {
    object.map { Unmanaged<BrokerConnection>.fromOpaque($0).takeUnretainedValue() }
  }

  private func accepted(_ code: Int32) {
    guard failure == nil, !isOver else { return }
    if code != 0 { return fail(BrokerError(refusal: code)) }
    expectAnswer(within: nil)
    delegate?.brokerDidAccept(self)
  }

  private func received(_ message: mosquitto_message) {
    guard failure == nil, !isOver, let topic = message.topic else { return }
    let payload = UnsafeRawBufferPointer(
      start: message.payload, count: max(0, Int(message.payloadlen)))
    delegate?.broker(
      self, didSend: payload, to: UnsafeRawBufferPointer(start: topic, count: strlen(topic)),
      isRetained: message.retain)
  }

  private func subscribed(_ id: Int32, _ granted: [Int32]) {
    if failure == nil, !isOver { delegate?.broker(self, didSubscribe: id, granted) }
  }

  // MARK: The end

  /// Calls into libmosquitto, which may call back.
  private func inside<Value>(_ body: () -> Value) -> Value {
    let outer = isInside
    isInside = true
    defer { isInside = outer }
    return body()
  }

  private func fail(_ error: BrokerError) {
    if failure == nil { failure = error }
  }

  /// Waits for the socket again, or ends what has failed.
  private func settle() {
    guard !isInside, let handle else { return }
    if isOver { return release() }
    if let failure { return end(failure) }
    do throws(UVError) {
      try poll?.wait(for: mosquitto_want_write(handle) ? [.readable, .writable] : .readable)
    } catch {
      end(BrokerError("\(error)"))
    }
  }

  private func end(_ error: BrokerError) {
    if isOver { return }
    let delegate = self.delegate
    close()
    delegate?.brokerDidEnd(self, error)
  }

  private func release() {
    poll?.close()
    timer?.close()
    poll = nil
    timer = nil
    guard !isInside, let handle else { return }
    self.handle = nil
    mosquitto_destroy(handle)
  }
}

@available(*, unavailable)
extension BrokerConnection: Sendable {}
