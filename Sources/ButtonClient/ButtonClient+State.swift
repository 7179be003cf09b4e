public import ButtonModel
import ButtonProtocol

extension ButtonClient {
  /// The values of keys, or of all keys, without those that are absent.
  public func values(
    of keys: [String]? = nil, under prefix: String? = nil
  ) async throws(ClientError) -> [String: StateValue] {
    var request = StateGetRequest(
      keys: keys?.map { UTF8String($0) }, under: prefix.map { UTF8String($0) })
    var values: [String: StateValue] = [:]
    while true {
      let page = try await send(request)
      values.merge(page.values.dictionary) { _, last in last }
      guard let next = page.next else { return values }
      request.after = UTF8String(next)
    }
  }

  /// Sets keys, all or nothing, and returns the revision. With `ifRevision`, only if none of them
  /// changed after it; `untilPublished` waits until the looks that follow are on their way. With
  /// `lease`, this client feeds the keys: they are lost when it is closed, or gone. With the `press` of an
  /// action, its button changes as a part of that press's release.
  @discardableResult
  public func set(
    _ values: [String: StateValue], ifRevision: UInt64? = nil, untilPublished: Bool = false,
    lease: StateLease? = nil, press: UInt64? = nil
  ) async throws(ClientError) -> UInt64 {
    return try await send(
      StateSetRequest(
        values: StateMembers(values), ifRevision: ifRevision,
        wait: untilPublished ? .published : nil, lease: lease.map { UTF8String($0.name) },
        silentAfterMs: lease?.silentAfterMilliseconds, press: press)
    ).revision
  }

  /// Changes keys by operations, all or nothing; the values that changed, without removed keys.
  @discardableResult
  public func update(
    _ operations: [StateOperation], ifRevision: UInt64? = nil, untilPublished: Bool = false,
    lease: StateLease? = nil, press: UInt64? = nil
  ) async throws(ClientError) -> [String: StateValue] {
    return try await send(
      StateUpdateRequest(
        operations: operations, ifRevision: ifRevision, wait: untilPublished ? .published : nil,
        lease: lease.map { UTF8String($0.name) }, silentAfterMs: lease?.silentAfterMilliseconds,
        press: press)
    ).values.dictionary
  }

  /// Changes of keys, or of all state, as they are published; `since` resumes from a whole change of
  /// an earlier subscription.
  public func changes(
    of keys: [String]? = nil, under prefix: String? = nil, since: StateChange.Position? = nil
  ) -> StateChanges {
    let request = StateSubscribeRequest(
      keys: keys?.map { UTF8String($0) }, under: prefix.map { UTF8String($0) },
      since: since.map { RevisionMark(epoch: $0.epoch, revision: $0.revision) })
    return StateChanges(client: self, request: request)
  }
}
