import ButtonClient
import ButtonModel
import ButtonProtocol
import LoopClient
import MQTTBridge
import UVLoop

extension MQTTService {
  /// Presses that the daemon may leave unanswered.
  private static let maximumTriggers = 64

  /// Begins a connection to the daemon.
  func connectToDaemon() {
    let link = DaemonLink(on: loop, client: "buttond-mqtt", role: .write, for: self)
    self.link = link
    link.connect(to: socket)
  }

  /// Sends a change of keys.
  func send(_ batch: [KeyBox.Change], _ asked: Asked, lease: String?, _ link: DaemonLink) {
    let loss = batch[0].loss
    let lease = (loss.map { plan.settings.lease(lostFor: $0) } ?? lease).map { UTF8String($0) }
    // A lease that is given up at once: the keys are lost, and say by its name why.
    let silentAfterMs = loss.map { _ in 0 }
    if batch.allSatisfy({ $0.value != nil }) {
      let members = batch.map { StateMembers.Member(key: $0.key, value: $0.value ?? .null) }
      let request = StateSetRequest(
        values: StateMembers(members), lease: lease, silentAfterMs: silentAfterMs)
      requests[link.request(request)] = asked
    } else {
      let operations = batch.map { change in
        StateOperation(key: change.key, kind: change.value.map { .set($0) } ?? .remove)
      }
      requests[link.request(StateUpdateRequest(operations: operations, lease: lease))] = asked
    }
  }

  /// Does something with a button, unless too much comes at once: what comes late would surprise.
  func trigger(
    _ id: String, _ command: ButtonCommand, rule: Int, topic: String
  ) throws(RuleFault) {
    guard let link, linkSince != nil else {
      throw RuleFault(.refused, "the daemon is away: '\(Excerpt(id))' is not pressed")
    }
    let waiting = requests.values.count { if case .trigger = $0 { true } else { false } }
    guard waiting < Self.maximumTriggers, triggerRate.admits(now: loop.hrtime) else {
      throw RuleFault(.rate, "presses come too fast: '\(Excerpt(id))' is not pressed")
    }
    let request =
      switch command {
      case .press(let gesture): link.request(ButtonsTriggerRequest(id: id, gesture: gesture))
      case .choose(let item): link.request(MenuChooseRequest(button: id, item: item))
      }
    requests[request] = .trigger(rule: rule, topic: topic)
  }

  /// Subscribes to what goes to topics, once both sides are there.
  func beginSubscriptions() {
    guard let link, linkSince != nil, brokerSince != nil else { return }
    publisher.begin(link)
  }

  /// Ends the subscriptions; the next begin with everything.
  func endSubscriptions() { publisher.end(linkSince == nil ? nil : link) }

  /// Milliseconds from a renewal to the next.
  private static let renewalInterval: UInt64 = 1_000

  /// Announces this program again, once in a while however often it is asked: anybody whom the broker lets may
  /// ask. What else Home Assistant wants to know the broker has kept.
  func renew() {
    guard !isRenewing else {
      mustRenew = true
      return
    }
    isRenewing = true
    announce()
    later(Self.renewalInterval) { [weak self] in
      guard let self else { return }
      isRenewing = false
      guard mustRenew else { return }
      mustRenew = false
      if brokerSince != nil { renew() }
    }
  }

  private func answered(_ asked: Asked, _ answer: ClientCore.Answer) {
    switch (asked, answer) {
    case (.fed, .success): fed.succeeded()
    case (.plain, .success): plain.succeeded()
    case (.trigger, .success), (.surrender, .success): break
    case (.fed, .failure(let error)): refused(fed.refused(), error)
    case (.plain, .failure(let error)): refused(plain.refused(), error)
    case (.trigger(let rule, let topic), .failure(let error)):
      note(RuleFault(.refused, "the press is refused: \(error)"), rule: rule, topic: topic)
    case (.surrender, .failure(let error)):
      console.complain("cannot give up the lease \(plan.settings.lease): \(error)")
    }
  }

  private func refused(_ change: KeyBox.Change?, _ error: ClientError) {
    guard let change else { return }
    note(
      RuleFault(.refused, "the daemon refuses the key: \(error)"), rule: -1,
      topic: change.key.string)
  }
}

extension MQTTService {
  /// The daemon refuses a subscription.
  private func subscriptionRefused(_ error: ClientError, _ link: DaemonLink) {
    if !hasRefusal {
      console.complain(
        "the daemon refuses a subscription: \(error); asking again every "
          + "\(DaemonLink.refusalInterval / 1_000) s")
    }
    hasRefusal = true
    later(DaemonLink.refusalInterval) { [weak self, weak link] in
      guard let self, let link, self.link === link, brokerSince != nil else { return }
      publisher.beginWaiting(link)
    }
  }
}

extension MQTTService: DaemonLink.Delegate {
  func linkDidOpen(_ link: DaemonLink) {
    linkSince = loop.now
    hasRefusal = false
    console.print("connected to the daemon at \(socket.text)")
    beginSubscriptions()
  }

  func link(_ link: DaemonLink, did event: ClientCore.Event) {
    switch event {
    case .answered(let id, let answer):
      if let asked = requests.removeValue(forKey: id) { answered(asked, answer) }
    case .part(let id, let part):
      let messages = publisher.messages(of: id, part) { note($0, rule: -1, topic: $1) }
      for message in messages { outbox.put(message) }
    case .ended(let id, let error):
      guard publisher.refuse(id), let error else { return }
      subscriptionRefused(error, link)
    }
  }

  func linkDidEnd(_ link: DaemonLink, _ error: ClientError) {
    let wait = wait(after: linkSince, &linkBackoff)
    console.complain(
      "no connection to the daemon at \(socket.text): \(error.message); trying again in \(wait) ms")
    self.link = nil
    linkSince = nil
    requests = [:]
    publisher.interrupt()
    fed.disconnected()
    plain.disconnected()
    later(wait) { [weak self] in self?.connectToDaemon() }
  }
}
