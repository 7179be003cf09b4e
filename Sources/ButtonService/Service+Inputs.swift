import ButtonEngine
package import ButtonModel
import ButtonProtocol
import JSONRPC

/// Notifies clients that record of inputs.
extension Service {
  func noteInput(_ method: StaticString, _ call: Call, refusal: ProtocolError? = nil) {
    tellTimedChanges()
    var params = JSONWriter(minimumCapacity: 0)
    if let object = call.params { params.copy(object) } else { params.raw("{}") }
    tell(
      inputEvents.received(
        "\(method)", from: call.session.sender, at: call.now, engine.revision,
        params: [UInt8](params.bytes), refusal: refusal))
  }

  /// Notes a `hello` that gave up leases, unless it also ended the client's inputs.
  func noteEndOfLeases(_ call: Call) {
    guard subscriptions.areInputsWatched, inputEvents.knows(call.session.sender) else { return }
    noteInput(HelloRequest.method.name, call)
  }

  /// Only where those who record have heard of the client.
  func noteEnd(of session: Session) { noteEnd(of: session.sender, now: nil) }

  package func source(
    _ name: String, numbered number: UInt32, wrote changes: [SourceChange], now: UInt64
  ) {
    guard subscriptions.areInputsWatched else { return }
    let operations = changes.map { change in
      StateOperation(key: change.key, kind: change.value.map { .set($0) } ?? .remove)
    }
    tell(
      StateUpdateRequest(operations: operations, lease: UTF8String(name)),
      as: "\(StateUpdateRequest.method)", from: .source(name, number), now: now)
  }

  /// The source no longer feeds its keys.
  package func sourceWentDown(_ name: String, numbered number: UInt32, now: UInt64) {
    guard subscriptions.areInputsWatched else { return }
    noteEnd(of: .source(name, number), now: now)
  }

  /// What the fleet, or a change that waits for it, has made of keys.
  func fleetChanged(_ keys: [UTF8String], now: UInt64) {
    guard !keys.isEmpty, subscriptions.areInputsWatched else { return }
    let operations = keys.map { key in
      StateOperation(key: key, kind: engine.value(of: key).map { .set($0) } ?? .remove)
    }
    tell(
      StateUpdateRequest(operations: operations), as: "\(StateUpdateRequest.method)", from: .fleet,
      now: now)
  }

  func fleetDefined(_ changes: [DefinitionChange], now: UInt64) {
    guard !changes.isEmpty, subscriptions.areInputsWatched else { return }
    for change in changes {
      switch change {
      case .defined(let definition):
        tell(
          ButtonsDefineRequest(buttons: [definition]), as: "\(ButtonsDefineRequest.method)",
          from: .fleet, now: now)
      case .removed(let id):
        tell(
          ButtonsRemoveRequest(ids: [id]), as: "\(ButtonsRemoveRequest.method)", from: .fleet,
          now: now)
      }
    }
  }

  /// What time has changed since the last call.
  package func tellTimedChanges() {
    if !engine.hasTimedChanges { return }
    for (change, now) in engine.takeTimedChanges() where subscriptions.areInputsWatched {
      tell(change, now: now)
    }
  }

  private func tell(_ change: TimedChange, now: UInt64?) {
    switch change {
    case .clock(let operations):
      tell(
        StateUpdateRequest(operations: operations),
        as: "\(StateUpdateRequest.method)", from: .clock, now: now)
    case .performed(let id, let gesture, let connection, let refusal):
      guard let sender = session(connection)?.sender else { return }
      tell(
        ButtonsTriggerRequest(id: id.string, gesture: gesture),
        as: InputReceivedNotification.pressRepeated, from: sender, now: now,
        refusal: refusal.map { ProtocolError($0, in: .button) })
    case .silence(let lease, let holder, let key):
      let sender: InputEvents.Sender? =
        switch holder {
        case .connection(let connection): session(connection)?.sender
        case .feed(let number): .source(lease.string, number)
        }
      guard let sender else { return }
      tell(
        LeaseSilence(lease: lease, key: key), as: InputReceivedNotification.leaseSilent,
        from: sender, now: now)
    }
  }

  private func tell(
    _ params: some Message, as method: String, from sender: InputEvents.Sender, now: UInt64?,
    refusal: ProtocolError? = nil
  ) {
    tellTimedChanges()
    var writer = JSONWriter()
    params.write(into: &writer)
    tell(
      inputEvents.received(
        method, from: sender, at: now, engine.revision, params: [UInt8](writer.bytes),
        refusal: refusal))
  }

  private func noteEnd(of sender: InputEvents.Sender, now: UInt64?) {
    tellTimedChanges()
    if let event = inputEvents.ended(sender, at: now, engine.revision) { tell(event) }
  }

  private func tell(_ input: InputReceivedNotification) {
    let line = line(input, of: InputReceivedNotification.method)
    tell(line, to: subscriptions.members(of: InputsSubscribeRequest.subscription), of: .inputs)
  }
}

extension Session {
  /// The client as those who record know it.
  var sender: InputEvents.Sender {
    InputEvents.Sender(connection: Int(connection.rawValue), client: client)
  }
}
