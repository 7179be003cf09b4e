public import ButtonModel
package import ButtonProtocol

extension ButtonClient {
  /// Defines buttons, all or nothing; returns what was accepted but has no effect, with its path.
  @discardableResult
  public func define(
    _ buttons: [ButtonDefinition], untilPublished: Bool = false
  ) async throws(ClientError) -> [String] {
    return try await send(
      ButtonsDefineRequest(buttons: buttons, wait: untilPublished ? .published : nil)
    ).warnings
  }

  /// Removes buttons; returns those that existed.
  @discardableResult
  public func remove(
    _ ids: [String], untilPublished: Bool = false
  ) async throws(ClientError) -> [String] {
    return try await send(ButtonsRemoveRequest(ids: ids, wait: untilPublished ? .published : nil))
      .removed
  }

  /// Performs a button's action, or that of a gesture; returns the revision after it.
  @discardableResult
  public func trigger(
    _ id: String, _ gesture: TimedGesture? = nil, untilPublished: Bool = false
  ) async throws(ClientError) -> UInt64 {
    return try await send(
      ButtonsTriggerRequest(id: id, gesture: gesture, wait: untilPublished ? .published : nil)
    ).revision
  }

  /// Turns a button by some steps, from -1,000 to 1,000 but 0, as an encoder does: performs the action of its
  /// rotation. Returns the revision after it.
  @discardableResult
  public func rotate(
    _ id: String, by delta: Int, untilPublished: Bool = false
  ) async throws(ClientError) -> UInt64 {
    return try await send(
      ButtonsRotateRequest(id: id, delta: delta, wait: untilPublished ? .published : nil)
    ).revision
  }

  /// How buttons look now.
  public func looks(
    of match: ButtonMatch, traits: Traits? = nil
  ) async throws(ClientError) -> [ButtonLook] {
    var request = ButtonsGetRequest(
      match: match.match, traits: traits.map { TraitsRequest($0) })
    var looks: [ButtonLook] = []
    while true {
      let page = try await send(request)
      looks += page.buttons.map { ButtonLook($0) }
      guard let next = page.next else { return looks }
      request.after = next
    }
  }

  /// How buttons look, frame by frame: `for try await frame in client.buttons(matching: "kiosk.*")`.
  ///
  /// `since` resumes from a frame of an earlier subscription; `maxRate` is the most frames a second.
  public func buttons(
    matching match: ButtonMatch, traits: Traits? = nil, since: ButtonFrame.Position? = nil,
    maxRate: Double? = nil
  ) -> ButtonFrames {
    let request = ButtonsSubscribeRequest(
      match: match.match, traits: traits.map { TraitsRequest($0) },
      since: since.map { TickMark(epoch: $0.epoch, tick: $0.tick) }, maxRate: maxRate)
    return frames(request)
  }

  /// The same with a choice of form, resuming from what is held of an earlier subscription; with
  /// nothing held, the first frame has every button.
  public func buttons(
    matching match: ButtonMatch, traits: Traits? = nil, resuming held: ButtonLooks = ButtonLooks(),
    form: ButtonFrames.Form, maxRate: Double? = nil
  ) -> ButtonFrames {
    let request = ButtonsSubscribeRequest(
      match: match.match, traits: traits.map { TraitsRequest($0) },
      since: held.position.map { TickMark(epoch: $0.epoch, tick: $0.tick) },
      form: form == .delta ? .delta : .full, maxRate: maxRate)
    return ButtonFrames(client: self, request: request, held: held)
  }

  /// The frames of a subscription.
  package func frames(_ request: ButtonsSubscribeRequest) -> ButtonFrames {
    ButtonFrames(client: self, request: request)
  }

  /// Asks for an update of buttons that no tracked dependency covers; returns how many match.
  @discardableResult
  public func setNeedsUpdateConfiguration(
    _ match: ButtonMatch
  ) async throws(ClientError) -> Int {
    try await send(SetNeedsUpdateConfigurationRequest(match: match.match)).buttons
  }

  /// Waits until every change made before, by any client, has been published and its frames were
  /// sent on this connection; returns the revision.
  @discardableResult
  public func sync(timeoutMs: Int? = nil) async throws(ClientError) -> UInt64 {
    try await send(SyncRequest(timeoutMs: timeoutMs)).revision
  }
}
