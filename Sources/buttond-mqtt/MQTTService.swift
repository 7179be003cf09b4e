import BrokerLink
import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import LoopClient
import MQTTBridge
import UVLoop

/// The running bridge: a connection to the broker, one to the daemon, and what is on its way between
/// them.
final class MQTTService {
  let loop: Loop
  let plan: BridgePlan
  let socket: SocketPath
  /// What messages make of keys: of the lease, and of nobody.
  var fed: KeyFeed
  var plain: KeyFeed
  /// Which of the fed keys do not hold although the broker is there.
  var watch: KeyWatch
  var outbox = BrokerOutbox()
  /// What tells Home Assistant of the device, and what to forget of it.
  var discovery: BrokerOutbox.Message?
  var faults = RuleFaultLog()
  var table: RuleTable
  let reader = PayloadReader()
  var broker: BrokerConnection?
  /// When the broker accepted; nil while it has not.
  var brokerSince: UInt64?
  var brokerBackoff = Backoff()
  var unansweredFilters: [Int32: [String]] = [:]
  /// The topics that the broker was asked for on this connection, and those that it has refused.
  var filters: (asked: Set<String>, refused: Set<String>) = ([], [])
  var link: DaemonLink?
  /// When the daemon took requests; nil while it does not.
  var linkSince: UInt64?
  var linkBackoff = Backoff()
  /// Whether it was said that this daemon refuses a subscription.
  var hasRefusal = false
  /// Requests that are not answered yet.
  var requests: [ClientCore.ID: Asked] = [:]
  var publisher: BrokerPublisher
  var triggerRate = TriggerRate()
  /// Whether everything was sent again a moment ago, and whether it is asked for since.
  var isRenewing = false
  var mustRenew = false
  /// Messages that the broker has sent.
  var received = 0

  private var timers: [Timer] = []
  private var signals: [Signal] = []
  private var hook: LoopHook?
  private var told: (received: Int, faults: Int) = (0, 0)
  private var isStopping = false

  /// What an answer is awaited for.
  enum Asked {
    case fed
    case plain
    case trigger(rule: Int, topic: String)
    case surrender
  }

  /// Bytes for the broker above which the daemon is not read, and below which it is again.
  private static let fullBytes = 4 << 20
  private static let roomyBytes = 1 << 20
  private static let statisticsInterval: UInt64 = 10_000
  /// Milliseconds between looks for keys that are silent.
  private static let silenceInterval: UInt64 = 1_000

  init(_ plan: BridgePlan, _ socket: SocketPath) throws(BrokerError) {
    self.plan = plan
    self.socket = socket
    fed = KeyFeed(keeps: true, maximumKeys: plan.settings.maxKeys)
    plain = KeyFeed(keeps: false, maximumKeys: plan.settings.maxKeys)
    watch = KeyWatch(maximumKeys: plan.settings.maxKeys)
    table = RuleTable(plan.settings.rules)
    publisher = BrokerPublisher(plan.settings)
    discovery = plan.discovery
    do throws(UVError) { loop = try Loop() } catch { throw BrokerError("\(error)") }
  }

  /// Runs until a signal stops it.
  func run() throws(BrokerError) {
    do throws(UVError) {
      for number in [SIGTERM, SIGINT] {
        signals.append(try Signal(number, on: loop) { [weak self] in self?.stop() })
      }
      let hook = try LoopHook(.prepare, on: loop) { [weak self] in self?.flush() }
      self.hook = hook
      try hook.start()
      let timer = try Timer(on: loop) { [weak self] in self?.tellStatistics() }
      timers.append(timer)
      try timer.start(after: Self.statisticsInterval, every: Self.statisticsInterval)
      if plan.settings.rules.contains(where: { $0.liveness.silentAfter != nil }) {
        let silence = try Timer(on: loop) { [weak self] in self?.lookForSilence() }
        timers.append(silence)
        try silence.start(after: Self.silenceInterval, every: Self.silenceInterval)
      }
    } catch {
      throw BrokerError("\(error)")
    }
    connectToDaemon()
    connectToBroker()
    loop.run()
    console.print("\(received) messages came, \(faults.total) were of no use")
    // A name that is still looked up would be waited for.
    if loop.pendingRequests > 0 { exit(0) }
    loop.close()
  }

  /// How long to wait, in milliseconds, after a connection that was there since then; nil if it never
  /// was.
  func wait(after since: UInt64?, _ backoff: inout Backoff) -> UInt64 {
    guard let since else { return backoff.failed() }
    return backoff.lost(after: loop.now - since)
  }

  /// Calls after a wait, in milliseconds.
  func later(_ time: UInt64, _ body: @escaping () -> Void) {
    do throws(UVError) {
      try Timer.once(after: time, on: loop, body)
    } catch {
      console.complain("\(error)")
      loop.stop()
    }
  }

  /// Counts what was of no use, and says so, not too often.
  func note(_ fault: RuleFault, rule: Int, topic: String) {
    let line = faults.line(for: fault, rule: rule, topic: topic, now: loop.hrtime)
    if let line { console.complain(line) }
  }

  /// Sends what the turn has brought, both ways.
  private func flush() {
    if let broker, brokerSince != nil {
      while broker.hasRoom, let message = outbox.next() { publish(message, broker) }
    }
    guard let link, linkSince != nil else { return }
    if let batch = fed.next() { send(batch, .fed, lease: plan.settings.lease, link) }
    if let batch = plain.next() { send(batch, .plain, lease: nil, link) }
    if outbox.bytes > Self.fullBytes { link.pause(true) }
    if outbox.bytes < Self.roomyBytes { link.pause(false) }
    link.flush()
  }

  private func publish(_ message: BrokerOutbox.Message, _ broker: BrokerConnection) {
    do throws(BrokerError) {
      try broker.publish(
        message.payload, to: message.topic, qos: message.qos, isRetained: message.isRetained)
    } catch {
      note(RuleFault(.refused, "\(error)"), rule: -1, topic: message.topic)
    }
  }

  private func tellStatistics() {
    guard brokerSince != nil, told != (received, faults.total) else { return }
    told = (received, faults.total)
    let text =
      #"{"received":\#(received),"unused":\#(faults.total),"keys":\#(fed.count + plain.count)}"#
    outbox.put(
      BrokerOutbox.Message("\(plan.settings.prefix)/statistics", Array(text.utf8), isRetained: true)
    )
  }

  private func stop() {
    if isStopping { return loop.stop() }
    isStopping = true
    if let broker, brokerSince != nil {
      publish(
        BrokerOutbox.Message(
          // Not QoS 1: that waits where much is unacknowledged, and the broker gets the goodbye first.
          plan.settings.statusTopic, Array("offline".utf8), qos: 0, isRetained: true),
        broker)
      broker.disconnect()
    } else {
      broker?.close()
    }
    link?.close()
    loop.stop()
  }
}
