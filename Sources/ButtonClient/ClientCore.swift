package import ButtonProtocol
import JSONRPC

/// A client's half of a connection, without the socket: bytes in, bytes out, and events.
///
/// A transport sends what is in `outbound`, gives `receive` what it has read, and takes events with
/// `nextEvent`. The core numbers requests, finds the request that an answer belongs to, makes one
/// subscription of all that ask for the same, and names the epoch from which each can be resumed.
/// It knows no socket, thread or clock. One that was introduced outlives its connections: what reads and
/// what subscribes goes on with the next.
package struct ClientCore: ~Copyable {
  /// A request's number on the wire. A subscription has the number of the request that began it.
  package typealias ID = Int64

  /// The result of a request, or why it has none.
  package typealias Answer = Result<JSONDocument, ClientError>

  /// What a transport has to hand on.
  package enum Event: Sendable {
    /// A request was answered or refused, or the connection ended first.
    case answered(ID, Answer)
    /// A subscription brought something; its first part is the answer that began it.
    case part(ID, SubscriptionPart)
    /// A subscription was refused, or ended with the connection; without an error where the
    /// client closed that.
    case ended(ID, ClientError?)
  }

  /// What was asked for: the method and its params without the position to resume from.
  typealias Key = [UInt8]

  /// What an answer is awaited for.
  enum Purpose {
    /// A request, with what it takes to make it again where that does no harm.
    case request(Continuity.Asked?)
    case beginning(Key)
    /// The daemon introduces itself.
    case greeting
  }

  /// One subscription as the daemon sees it, which several requests may share.
  struct Subscription {
    let method: String
    /// Its params without a position.
    let params: JSONDocument
    /// Its name on the wire, once the daemon has said it.
    var name: String?
    /// The last tick or revision of which everything has come, where it is needed to resume.
    var position: UInt64?
    /// Whether more is to come of what came last.
    var isPartial = false
    /// Whether it waits to go on over a lost connection.
    var isInterrupted = false
    /// The life of the daemon in which it began.
    var epoch = ""
    /// The requests that get its parts, each from its own answer on.
    var members: [ID] = []
    /// The requests that were not answered yet.
    var beginnings: Set<ID> = []

    init(_ method: String, _ params: JSONDocument) {
      self.method = method
      self.params = params
    }
  }

  /// Bytes to be sent.
  package var outbound = OutboundBytes()

  /// Why the connection is over; nil while it is not.
  package private(set) var end: ClientError?

  /// What the next connection has to know; nil for a client that ends with its connection.
  var continuity: Continuity?

  private let parser = JSONParser(maxDepth: JSONParser.maxWrittenDepth)
  var splitter: LineSplitter
  var lastID: ID = 0
  var awaited: [ID: Purpose] = [:]
  var subscriptions: [Key: Subscription] = [:]
  var events = FirstInFirstOut<Event>()

  /// A new connection's core; a line of the daemon that is longer than the limit ends it.
  package init(maximumLineBytes: Int = 64 << 20) {
    splitter = LineSplitter(maxLineBytes: maximumLineBytes)
  }

  /// The oldest event that was not taken yet.
  package mutating func nextEvent() -> Event? { events.next() }

  /// Ends the connection and everything that waits; the first reason stays.
  package mutating func finish(_ error: ClientError) {
    guard end == nil else { return }
    end = error
    for id in awaited.keys.sorted() {
      if case .beginning = awaited[id] { continue }
      events.append(.answered(id, .failure(error)))
    }
    for asked in continuity?.kept ?? [] { events.append(.answered(asked.id, .failure(error))) }
    continuity?.kept = []
    for id in subscriptions.values.flatMap(\.members).sorted() {
      events.append(.ended(id, error.code == .closed ? nil : error))
    }
    awaited = [:]
    subscriptions = [:]
  }

  // MARK: Requests

  /// Makes a request.
  package mutating func request(_ request: some Request) -> ID {
    self.request("\(type(of: request).method)", JSONDocument(request))
  }

  /// Calls any method, with its params as a JSON object.
  package mutating func request(_ method: String, _ params: JSONDocument) -> ID {
    lastID += 1
    let asked = Continuity.Asked(id: lastID, method: method, params: params)
    if let error = end ?? refusal(of: asked) {
      events.append(.answered(lastID, .failure(error)))
    } else {
      request(asked)
    }
    return lastID
  }

  /// Makes a request now, or with the next connection.
  mutating func request(_ asked: Continuity.Asked) {
    continuity?.note(asked)
    if continuity?.isAway == true {
      continuity?.kept.append(asked)
    } else {
      let isRead = continuity?.isRead(asked.method) == true
      ask(asked, for: .request(isRead ? asked : nil))
    }
  }

  /// Whether the daemon has still to answer something.
  package var isOwedAnswer: Bool { !awaited.isEmpty }

  /// Asks for a sign of life: the answer is like anything else that comes.
  mutating func ping() {
    lastID += 1
    let params = JSONDocument(PingRequest())
    ask(.init(id: lastID, method: "\(PingRequest.method)", params: params), for: nil)
  }

  /// Drops the answer to a request when it comes.
  package mutating func abandon(_ id: ID) {
    if case .request = awaited[id] { awaited[id] = nil }
    continuity?.kept.removeAll { $0.id == id }
  }

  /// Sends a request.
  mutating func ask(_ asked: Continuity.Asked, for purpose: Purpose?) {
    awaited[asked.id] = purpose
    outbound.append(Self.line(asked.id, asked.method, asked.params))
  }

  /// A request as it stands on the wire, with its end of line.
  static func line(_ id: ID, _ method: String, _ params: JSONDocument) -> [UInt8] {
    var writer = JSONWriter(minimumCapacity: params.bytes.count + 128)
    writer.beginRequest(RequestID(id), method)
    params.bytes.withUnsafeBytes { writer.value(raw: $0) }
    writer.endObject()
    writer.endLine()
    return [UInt8](writer.bytes)
  }

  // MARK: Subscriptions

  /// Begins a subscription; `key` is the same for requests that differ in where they resume.
  package mutating func subscribe<Question: Request>(
    _ request: Question, key: Question? = nil
  ) -> ID {
    lastID += 1
    let method = "\(Question.method)"
    let asked = Continuity.Asked(id: lastID, method: method, params: JSONDocument(request))
    if let error = end ?? refusal(of: asked) {
      events.append(.ended(lastID, error))
    } else {
      let params = JSONDocument(key ?? request)
      let key = Self.line(0, method, params)
      subscriptions[key, default: Subscription(method, params)].members.append(lastID)
      subscriptions[key]?.beginnings.insert(lastID)
      // While there is no connection, the next begins it.
      if continuity?.isAway != true { ask(asked, for: .beginning(key)) }
    }
    return lastID
  }

  /// Brings no more parts to the request that began a subscription; without the last of its
  /// requests the subscription ends for the daemon too.
  package mutating func unsubscribe(_ id: ID) {
    guard let shared = subscriptions.first(where: { $0.value.members.contains(id) }) else { return }
    subscriptions[shared.key]?.members.removeAll { $0 == id }
    endUnused(shared.value.method)
  }

  /// Ends a method's subscriptions without members, once all of the method are answered: until then
  /// one more may be the same for the daemon, which fills in what params leave out.
  private mutating func endUnused(_ method: String) {
    let isAwaited = awaited.values.contains { purpose in
      if case .beginning(let key) = purpose { subscriptions[key]?.method == method } else { false }
    }
    if isAwaited { return }
    let unused = subscriptions.filter { $0.value.method == method && $0.value.members.isEmpty }
    for (key, subscription) in unused {
      subscriptions[key] = nil
      guard let name = subscription.name, !name.isEmpty,
        !subscriptions.values.contains(where: { $0.name == name })
      else { continue }
      lastID += 1
      let params = JSONDocument(UnsubscribeRequest(subscription: name))
      ask(.init(id: lastID, method: "\(UnsubscribeRequest.method)", params: params), for: nil)
    }
  }

  // MARK: What the daemon says

  /// Takes bytes of the daemon, cut anywhere.
  package mutating func receive(_ bytes: UnsafeRawBufferPointer) {
    var rest = bytes
    while end == nil {
      switch splitter.next(in: &rest) {
      case .needsInput: return
      case .tooLong:
        finish(ClientError(.unexpectedAnswer, "the daemon sent a line that is too long"))
      case .line(let line): take(line)
      }
    }
  }

  private mutating func take(_ line: UnsafeRawBufferPointer) {
    do {
      take(ResponseEnvelope(try parser.parse(copying: line), line: line))
    } catch {
      finish(
        ClientError(
          .unexpectedAnswer, "the daemon sent a line that cannot be read: \(error.explanation)"))
    }
  }

  private mutating func take(_ message: ResponseEnvelope) {
    switch message {
    case .result(let id, let result):
      guard let id = id.int, let purpose = awaited.removeValue(forKey: id) else { return }
      switch purpose {
      case .request: events.append(.answered(id, .success(JSONDocument(copying: result))))
      case .beginning(let key): begin(id, of: key, result)
      case .greeting: greeted(id, JSONDocument(copying: result))
      }
    case .failure(let id, let refusal):
      let error = ClientError(refusal)
      // An error that belongs to no request is the reason for which the daemon hangs up.
      guard let id = id.int else { return complained(error) }
      switch awaited.removeValue(forKey: id) {
      case nil: break
      case .request: events.append(.answered(id, .failure(error)))
      case .beginning(let key): refuse(id, of: key, error)
      case .greeting:
        events.append(.answered(id, .failure(error)))
        finish(error)
      }
    case .notification(_, let params):
      if let params { deliver(params) }
    case .malformed(let why):
      finish(ClientError(.unexpectedAnswer, "the daemon does not speak the protocol: \(why)"))
    }
  }

  private mutating func begin(_ id: ID, of key: Key, _ result: JSONElement) {
    guard var subscription = subscriptions[key] else { return }
    // Of actions there is no history, and so their answer names no epoch.
    let epoch = result.member(.epoch)?.string ?? continuity?.server?.epoch ?? ""
    var resumption: Resumption?
    if subscription.isInterrupted, let continuity {
      resumption = Resumption(
        seconds: continuity.away, restarted: epoch != subscription.epoch)
    }
    subscription.name = result.member(.subscription)?.string ?? ""
    subscription.epoch = epoch
    subscription.isInterrupted = false
    subscription.beginnings.remove(id)
    subscriptions[key] = subscription
    // The daemon takes a repeated subscription for one: its snapshot is new to all.
    deliver(result, to: key, resumption)
    endUnused(subscription.method)
  }

  private mutating func refuse(_ id: ID, of key: Key, _ error: ClientError) {
    guard let subscription = subscriptions[key] else { return }
    // One that goes on over a lost connection has the number of none of its requests.
    let ended =
      subscription.beginnings.contains(id)
      ? [id] : subscription.members.filter { !subscription.beginnings.contains($0) }
    subscriptions[key]?.beginnings.remove(id)
    subscriptions[key]?.members.removeAll { ended.contains($0) }
    for id in ended where subscription.members.contains(id) {
      events.append(.ended(id, error))
    }
    endUnused(subscription.method)
  }

  /// Hands a message on under each key that has its name; an answer begins one of them.
  private mutating func deliver(
    _ params: JSONElement, to begun: Key? = nil, _ resumption: Resumption? = nil
  ) {
    let name = params.member(.subscription)?.string ?? ""
    var copy: JSONDocument?
    for (key, subscription) in subscriptions where subscription.name == name {
      let json = copy ?? JSONDocument(copying: params)
      copy = json
      note(params, of: key)
      let part = SubscriptionPart(
        json: json, epoch: subscription.epoch, resumption: key == begun ? resumption : nil)
      for id in subscription.members where !subscription.beginnings.contains(id) {
        events.append(.part(id, part))
      }
    }
  }
}

/// One message of a subscription.
package struct SubscriptionPart: Sendable {
  /// The answer that began it, or the params of a notification.
  package let json: JSONDocument
  /// The life of the daemon in which it began; with the message's tick or revision it is where a
  /// later subscription resumes, after a restart too.
  package let epoch: String
  /// Set on the first that came after a lost connection.
  package var resumption: Resumption?
}
