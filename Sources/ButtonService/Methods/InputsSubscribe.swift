import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC

enum InputsSubscribe: Handler {
  typealias Message = InputsSubscribeRequest

  static func handle(
    _ call: Call, into writer: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    _ = try InputsSubscribeRequest(params: call.params)
    let (service, connection) = (call.service, call.session.connection)
    let name = InputsSubscribeRequest.subscription
    if !service.subscriptions.members(of: name).contains(connection) {
      try call.checkSubscriptionLimit()
    }
    let response = beginning(call)
    let start = writer.count
    response.write(into: &writer)
    let limit = service.limits.maxFrameBytes
    guard writer.count - start <= limit - Service.envelopeRoom else {
      throw .limitExceeded(
        "maxFrameBytes", value: limit,
        "the state and the buttons of this daemon are longer than a line may be: a configuration "
          + "with larger limits.frameBytes lets them be recorded")
    }
    service.subscriptions.subscribe(connection, to: .inputs, named: name)
    service.inputEvents.begin(
      knowing: response.layouts.map(\.connection) + response.presses.map(\.connection)
        + response.pointers.map(\.connection) + response.leases.compactMap(\.connection))
    return .answered
  }

  private static func beginning(_ call: Call) -> InputsSubscribeResponse {
    let engine = call.engine
    let everything = StateGetRequest().spec
    var state = StateMembers()
    engine.forEachKey(everything, after: nil) { key, value in
      if engine.derivation(of: key) == nil { state.members.append(.init(key: key, value: value)) }
      return true
    }
    var derived = DerivationMembers()
    engine.forEachDerivedKey(everything, after: nil) { listing in
      derived.members.append(.init(key: listing.key, value: listing.text))
      return true
    }
    var groups: [GroupDefinition] = []
    engine.forEachGroup(after: nil) { _, definition in
      groups.append(definition)
      return true
    }
    let buttons = engine.slots(matching: .everything)
    return InputsSubscribeResponse(
      subscription: InputsSubscribeRequest.subscription, epoch: engine.epoch,
      revision: engine.revision, tick: engine.tick, at: call.now / 1_000, state: state,
      derived: derived,
      leases: engine.leaseFeeds.map { feed in
        .init(
          lease: feed.source.lease, connection: feed.source.holder?.inputConnection,
          keys: feed.keys, isSilent: feed.source.isSilent)
      },
      groups: groups, buttons: buttons.compactMap { engine.definition(in: $0) },
      layouts: engine.layouts.map {
        .init(connection: Int($0.connection.rawValue), id: $0.id, size: $0.size)
      },
      presses: engine.pressesUnderWay.map {
        .init(
          connection: Int($0.connection.rawValue), id: $0.id, hasRepeated: $0.hasRepeated)
      },
      pointers: engine.pointers.map {
        .init(connection: Int($0.connection.rawValue), id: $0.id)
      })
  }
}
