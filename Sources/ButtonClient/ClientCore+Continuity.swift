package import ButtonProtocol
import JSONRPC

/// How a client goes on over connections.
extension ClientCore {
  /// Introduces the client, which from the daemon's answer on outlives this connection, if it is to.
  package mutating func introduce(_ hello: HelloRequest, outlives: Bool = true) -> ID {
    continuity = Continuity(hello: JSONDocument(hello), outlives: outlives)
    return greet()
  }

  /// Whether the next connection is to be made.
  package var isAway: Bool { end == nil && continuity?.isAway == true }

  /// What the daemon said of itself when the connection began; nil where it was not asked.
  package var server: HelloResponse? { continuity?.server }

  /// The requests that wait for the next connection.
  package var keptRequests: [ID] { continuity?.kept.map(\.id) ?? [] }

  /// The connection is lost. Requests that only read and subscriptions wait for the next, others fail; a
  /// client that was not introduced ends.
  package mutating func lose(_ error: ClientError) {
    guard end == nil, continuity?.isAway != true else { return }
    guard let continuity, continuity.outlives, continuity.server != nil,
      continuity.complaint?.code != .forbidden
    else { return finish(continuity?.complaint ?? error) }
    self.continuity?.isAway = true
    self.continuity?.complaint = nil
    outbound.removeAll()
    splitter = LineSplitter(maxLineBytes: splitter.maxLineBytes)
    let failure =
      continuity.complaint
      ?? ClientError(error.code, "\(error.message); it may or may not have carried this out")
    let lost = awaited
    awaited = [:]
    for id in lost.keys.sorted() {
      switch lost[id] {
      case .request(let asked?): self.continuity?.kept.append(asked)
      case .request(nil): events.append(.answered(id, .failure(failure)))
      case .beginning, .greeting, nil: break
      }
    }
    for key in subscriptions.keys { interrupt(key) }
  }

  private mutating func interrupt(_ key: Key) {
    guard var subscription = subscriptions[key] else { return }
    // Nothing can be resumed where one of the requests has nothing yet, or half of a frame.
    if subscription.isPartial || !subscription.beginnings.isEmpty { subscription.position = nil }
    if subscription.name != nil { subscription.isInterrupted = true }
    subscription.name = nil
    subscription.isPartial = false
    subscriptions[key] = subscription
  }

  /// There is a connection again, after some seconds without: greets, and goes on with what was asked for.
  package mutating func resume(after seconds: Double) {
    continuity?.isAway = false
    continuity?.away = seconds
    _ = greet()
    for (_, params) in (continuity?.layouts ?? [:]).sorted(by: { $0.key < $1.key }) {
      lastID += 1
      ask(.init(id: lastID, method: "\(LayoutReportRequest.method)", params: params), for: nil)
    }
    let order = subscriptions.keys.sorted {
      (subscriptions[$0]?.members.first ?? 0) < (subscriptions[$1]?.members.first ?? 0)
    }
    for key in order { resume(key) }
    let kept = continuity?.kept ?? []
    continuity?.kept = []
    for asked in kept { request(asked) }
  }

  private mutating func resume(_ key: Key) {
    guard var subscription = subscriptions[key] else { return }
    if !subscription.beginnings.isEmpty { subscription.position = nil }
    subscription.beginnings = []
    // It may have been ended while there was no connection.
    subscriptions[key] = subscription.members.isEmpty ? nil : subscription
    if subscription.members.isEmpty { return }
    lastID += 1
    let asked = Continuity.Asked(
      id: lastID, method: subscription.method, params: subscription.resumingParams)
    ask(asked, for: .beginning(key))
  }

  private mutating func greet() -> ID {
    lastID += 1
    let hello = continuity?.hello ?? JSONDocument { _ in }
    ask(.init(id: lastID, method: "\(HelloRequest.method)", params: hello), for: .greeting)
    return lastID
  }

  /// Takes what the daemon says of itself.
  mutating func greeted(_ id: ID, _ answer: JSONDocument) {
    do throws(ClientError) {
      let server: HelloResponse = try answer.decode()
      continuity?.server = server
      events.append(.answered(id, .success(answer)))
    } catch {
      events.append(.answered(id, .failure(error)))
      finish(error)
    }
  }

  /// Notes why the daemon is about to disconnect.
  mutating func complained(_ error: ClientError) {
    if continuity?.server == nil { return finish(error) }
    continuity?.complaint = error
    // The daemon does not know whose line it could not read.
    guard [.init(.parseError), .init(.invalidRequest)].contains(error.code) else { return }
    for (id, purpose) in awaited.sorted(by: { $0.key < $1.key }) {
      guard case .request = purpose else { continue }
      awaited[id] = nil
      events.append(.answered(id, .failure(error)))
    }
  }

  /// Fails a request that has waited long enough for a connection.
  package mutating func expire(_ id: ID, _ error: ClientError) {
    guard let index = continuity?.kept.firstIndex(where: { $0.id == id }) else { return }
    continuity?.kept.remove(at: index)
    events.append(.answered(id, .failure(error)))
  }

  /// Why a request is not sent: it is not JSON, the daemon would close the connection for its
  /// length, or too many wait.
  func refusal(of asked: Continuity.Asked) -> ClientError? {
    guard asked.params.isSendable else {
      return ClientError(.unsendable, "\(asked.method): JSON has only finite numbers")
    }
    guard let continuity, let limit = continuity.server?.limits.maxLineBytes else { return nil }
    // What stands around the params is short.
    let isLong = asked.params.bytes.count + asked.method.utf8.count + 128 > limit
    let count = isLong ? Self.line(asked.id, asked.method, asked.params).count - 1 : 0
    if count > limit {
      return ClientError(
        .limitExceeded, "\(asked.method): a line has at most \(limit) bytes, this one \(count)")
    }
    if continuity.isAway, continuity.kept.count >= Continuity.maximumKept {
      return ClientError(
        .limitExceeded,
        "\(asked.method): \(continuity.kept.count) requests wait for the next daemon already")
    }
    return nil
  }

  /// Notes how far a subscription has come.
  mutating func note(_ part: JSONElement, of key: Key) {
    guard continuity != nil, let subscription = subscriptions[key] else { return }
    let isPartial = part.member(.more)?.bool == true
    subscriptions[key]?.isPartial = isPartial
    guard !isPartial, let mark = subscription.mark, let value = part.member(mark)?.int else {
      return
    }
    subscriptions[key]?.position = UInt64(clamping: value)
  }
}

extension ClientCore.Subscription {
  /// The member that says how far it has come; nil for one that cannot be resumed.
  var mark: StaticString? {
    switch method {
    case "\(ButtonsSubscribeRequest.method)": .tick
    case "\(StateSubscribeRequest.method)": .revision
    default: nil
    }
  }

  /// The params that go on with it.
  fileprivate var resumingParams: JSONDocument {
    guard let mark, let position else { return params }
    var writer = JSONWriter()
    writer.beginObject()
    params.read { element in
      for (name, value) in element.members {
        writer.key(name.bytes)
        writer.copy(value)
      }
    }
    writer.key("since")
    writer.beginObject()
    writer.member(.epoch, epoch)
    writer.key(mark)
    writer.int(position)
    writer.endObject()
    writer.endObject()
    return JSONDocument(writer)
  }
}
