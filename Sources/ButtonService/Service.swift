package import ButtonEngine
import ButtonExpressions
import ButtonModel
package import ButtonProtocol
package import JSONRPC

/// Handles the protocol: takes request lines, calls the engine and produces answer lines.
///
/// Uses no I/O and no clock, so that tests can run it in memory. Deferred answers are passed to
/// ``answer(_:_:into:)`` when the engine produces them. Confined to one thread.
package final class Service {
  package let engine: Engine
  let budget: TurnBudget
  let ledger: ClientLedger
  package var limits: Limits { budget.limits }
  package let version: String
  /// Figures for `server.stats` from other parts of the daemon, such as the socket server.
  package var additionalFigures: () -> [ServerStatsResponse.Figure] = { [] }
  /// Called with false to stop reading from a connection, because it waits for many answers, sends
  /// too fast or has used its share of the turn. Called with true to continue:
  /// ``resume(_:now:into:)`` must then be called before reading.
  package var setAccepting: (ConnectionID, Bool) -> Void = { _, _ in }
  /// Called when a client that has ended its input has been sent all answers.
  package var closeAnswered: (ConnectionID) -> Void = { _ in }
  /// Reports the outcome now or later; nil without a configuration file.
  package var reload: ((@escaping (Result<ServerReloadResponse, ProtocolError>) -> Void) -> Void)?
  /// Reports the path later; nil if no state is stored.
  package var backUp: ((@escaping (Result<ServerBackupResponse, ProtocolError>) -> Void) -> Void)?
  /// Called with every error that a connection is sent.
  package var noteError: ((ConnectionID, ProtocolError) -> Void)?
  /// Must live as long as the service. Without it, requests for plugins fail.
  package unowned var pluginControl: (any PluginControl)?
  /// Must live as long as the service. Without it there are no sources.
  package unowned var sourceControl: (any SourceControl)?
  /// Nil where nothing is shared.
  package var fleet: Fleet?
  /// When ``Fleet/turnEnded(now:)`` must be called; `.max` while nothing is due.
  package internal(set) var fleetWakeTime = UInt64.max
  /// Stands in for the fleet while a recording is played.
  package var fleetReplay: FleetReplay?
  /// Requests that were handled, and requests and lines that were answered with an error.
  package private(set) var requestCount = 0
  package internal(set) var errorCount = 0
  /// How often a connection had to wait as it sent too fast.
  package internal(set) var throttleCount = 0
  /// Throttled connections, and when the first of them may continue.
  var throttled: [ConnectionID] = []
  var throttledUntil: UInt64 = 0

  var waitingForTurn: [ConnectionID] = []
  /// Connections that wait for a style to decide about a press.
  var waitingForStyle: [ConnectionID] = []
  var turn: UInt64 = 1
  var turnCost = 0
  /// Permitted requests that change something.
  private(set) var inputCount = 0

  var serial: UInt64 = 0
  /// Reused for every request.
  var changes = ChangeSet()
  /// Lines to send besides answers, before what the engine wants done; the owner takes them out.
  package var output: [Delivery] = []
  let subscriptions: EventSubscriptions
  var inputEvents = InputEvents()
  /// What subscribers were last sent.
  var toldPlugins: [LaneID: PluginListing] = [:]
  /// Nil for sources that are gone.
  var toldSources: [String: SourceListing?] = [:]
  /// Lines in the queues of clients that take no bytes, counted once each.
  var queued = SharedLines()
  /// Scratch for events.
  var writer = JSONWriter()
  private(set) var sessions: [Session?] = []
  private(set) var sessionCount = 0
  var parser = JSONParser()
  /// What is prepared for the line that is handled.
  var prepared: PreparedLine? { didSet { engine.prepared = prepared?.expressions } }
  /// The evaluator for `state.eval`.
  var evaluator: ExpressionEvaluator

  /// With this many pending answers, reading from a connection stops.
  static let pendingAnswers = 256

  package init(engine: Engine, version: String) {
    self.engine = engine
    budget = engine.budget
    ledger = engine.clients
    self.version = version
    subscriptions = EventSubscriptions(ledger: ledger)
    evaluator = ExpressionEvaluator(language: engine.settings.traits.locale)
  }

  /// The bytes of lines queued for blocked clients.
  package var queuedBytes: Int { queued.bytes }

  package func open(_ connection: ConnectionID, role: Role, user: UInt32 = 0) {
    let index = Int(connection.rawValue)
    while sessions.count <= index { sessions.append(nil) }
    precondition(sessions[index] == nil, "a connection's number is given again only after close")
    sessions[index] = Session(connection: connection, role: role)
    sessionCount += 1
    ledger.open(connection, user: user, isPrivileged: role == .admin)
  }

  /// Ends the connection's subscriptions and waits.
  package func close(_ connection: ConnectionID) {
    guard let session = session(connection) else { return }
    for topic in EventSubscriptions.Topic.allCases {
      endSubscriptions(of: session, to: topic)
    }
    engine.closePresses(of: connection)
    noteEnd(of: session)
    sessions[Int(connection.rawValue)] = nil
    sessionCount -= 1
    ledger.release(session.keptBytes, for: connection)
    engine.connectionClosed(connection)
    fleet?.closed(connection)
  }

  package func role(of connection: ConnectionID) -> Role? { session(connection)?.role }

  /// Nil until the client has given itself a name.
  package func clientName(of connection: ConnectionID) -> String? {
    session(connection)?.client
  }

  /// Appends the answers that can be sent at once. ``JSONParser/padding`` bytes behind the line
  /// must be readable.
  package func receive(
    _ line: UnsafeRawBufferPointer, from connection: ConnectionID, now: UInt64,
    into output: inout JSONWriter
  ) {
    guard let session = session(connection) else { return }
    precondition(session.batch == nil, "the rest of a batch comes before the next line")
    let start = output.count
    var work = budget.work
    let root: JSONElement
    do {
      root = try parser.parse(line)
    } catch {
      refuse(line, error, session, &output)
      spend(line.count, since: work, session)
      return charge(1, to: session, now: now)
    }
    var reader = EnvelopeReader(root, line: line)
    let prepared = preparation(for: reader, line, session)
    if let prepared {
      guard prepared.isComplete else {
        postpone(reader, line, prepared, session)
        return charge(max(1, reader.count), to: session, now: now)
      }
      work = budget.work
      self.prepared = prepared
    }
    defer { if prepared != nil { self.prepared = nil } }
    if reader.isBatch {
      charge(max(1, reader.count), to: session, now: now)
      count(line.count, since: work, session)
      receiveBatch(&reader, line, session, now, &output)
    } else if let message = reader.next() {
      if session.styledPress != nil, waitsForStyle(message, session) {
        suspend(
          SuspendedBatch(BatchRest(single: line), BatchAnswer(), BatchProgress(), prepared),
          session)
      } else {
        _ = handle(message, session, now, &output)
        if output.count > start { output.endLine() }
      }
      spend(line.count &+ output.count &- start, since: work, session)
      charge(1, to: session, now: now)
    }
  }

  /// Answers a line that cannot be parsed. A single request whose fault can be cut out is answered
  /// by its id.
  private func refuse(
    _ line: UnsafeRawBufferPointer, _ error: JSONParseError, _ session: Session,
    _ output: inout JSONWriter
  ) {
    var refusal = error.asProtocolError
    var id = RequestID.unknown
    if let faulty = FaultyLine(line), let root = try? parser.parse(faulty.repaired) {
      refusal = ProtocolError(.invalidRequest, faulty)
      var reader = EnvelopeReader(root, line: faulty.repaired)
      if !reader.isBatch, case .call(let call) = reader.next() {
        if call.isNotification {
          noted(refusal, of: session)
          return
        }
        id = call.id.retained
        refusal.reason = .invalidParams
      }
    }
    output.failure(id, noted(refusal, of: session).rpcError)
    output.endLine()
  }

  /// Answers a deferred request; false if no client waits for the answer any more.
  @discardableResult
  package func answer(
    _ ticket: Ticket, _ result: Result<[UInt8], EngineError>, into output: inout JSONWriter
  ) -> Bool {
    var result = result
    if let fleet { fleet.addMark(to: &result, of: ticket) }
    return answer(ticket, result.mapError { ProtocolError($0, in: $0.laterPlaces) }, into: &output)
  }

  /// Answers a request that the service deferred.
  func answer(
    _ ticket: Ticket, _ result: Result<[UInt8], ProtocolError>, into output: inout JSONWriter
  ) -> Bool {
    guard let session = session(ticket.connection) else { return false }
    guard let pending = session.pending.removeValue(forKey: ticket.serial) else { return false }
    var result = result
    if case .success(let text) = result, text.count > limits.maxFrameBytes - Service.envelopeRoom {
      result = .failure(
        .limitExceeded(
          "maxFrameBytes", value: limits.maxFrameBytes,
          "the answer has \(text.count) bytes, more than a line may have: a configuration with a "
            + "larger limits.frameBytes lets it be sent"))
    }
    session.pendingSubscriptions -= pending.subscriptions
    keep(-pending.bytes, for: session)
    closeIfAnswered(session)
    guard let id = pending.id else {
      if case .failure(let error) = result { noted(error, of: session) }
      return false
    }
    let start = output.count
    switch result {
    case .success(let text):
      output.result(id) { writer in text.withUnsafeBytes { writer.value(raw: $0) } }
    case .failure(let error):
      output.failure(id, noted(error, of: session).rpcError)
    }
    guard let (batch, place) = pending.batch else {
      output.endLine()
      return true
    }
    if output.count - start > batch.room {
      output.truncate(to: start)
      output.failure(id, noRoom)
    }
    let part = [UInt8](UnsafeRawBufferPointer(rebasing: output.bytes[start...]))
    output.truncate(to: start)
    let before = batch.bytes
    let isWhole = batch.complete(place, with: part)
    keep(isWhole ? -before : batch.bytes - before, for: session)
    guard isWhole else { return false }
    batch.write(into: &output)
    return true
  }

  /// Counts the error, and reports it to `noteError`.
  @discardableResult
  func noted(_ error: ProtocolError, of session: Session) -> ProtocolError {
    errorCount += 1
    budget.work &+= Service.workOfError
    if let noteError { noteError(session.connection, error) }
    return error
  }

  /// Holds or releases the input, by how many answers it waits for and how long they are.
  private func checkCrowd(_ session: Session) {
    let count = session.pending.count
    let bytes = session.awaitedBytes
    let most = min(limits.maxFrameBytes, limits.connectionBytes / 4)
    if session.holds.contains(.crowd) {
      if count <= Service.pendingAnswers / 2, bytes <= most / 2 { release(session, from: .crowd) }
    } else if count >= Service.pendingAnswers || bytes >= most {
      hold(session, for: .crowd)
    }
  }

  func session(_ connection: ConnectionID) -> Session? {
    let index = Int(connection.rawValue)
    return index < sessions.count ? sessions[index] : nil
  }

  enum Handled {
    case written
    case later(Ticket)
    case silent
  }

  func handle(
    _ message: IncomingMessage, _ session: Session, _ now: UInt64, _ output: inout JSONWriter
  ) -> Handled {
    let start = output.count
    switch message {
    case .invalid(let id, let text):
      let error = noted(ProtocolError(.invalidRequest, "\(text)"), of: session)
      output.failure(id, error.rpcError)
      return .written
    case .call(let envelope):
      requestCount += 1
      do {
        if !envelope.isNotification { output.beginResult(envelope.id) }
        switch try perform(envelope, session, now, &output) {
        case .answered:
          if envelope.isNotification {
            output.truncate(to: start)
            return .silent
          }
          output.endObject()
          return .written
        case .deferred(let ticket, let bytes, let subscriptions):
          output.truncate(to: start)
          hold(ticket, envelope, bytes, subscriptions, session)
          return envelope.isNotification ? .silent : .later(ticket)
        }
      } catch {
        noted(error, of: session)
        output.truncate(to: start)
        if envelope.isNotification { return .silent }
        output.failure(envelope.id, error.rpcError)
        return .written
      }
    }
  }

  private func hold(
    _ ticket: Ticket, _ envelope: Envelope, _ bytes: Int, _ subscriptions: Int, _ session: Session
  ) {
    let id = envelope.isNotification ? nil : envelope.id.retained
    let bytes = bytes + (id?.keptBytes ?? 0) + Session.Pending.headBytes
    session.pending[ticket.serial] = Session.Pending(
      id: id, batch: nil, bytes: bytes, subscriptions: subscriptions)
    session.pendingSubscriptions += subscriptions
    keep(bytes, for: session)
  }

  /// Holds the input if there are too many bytes.
  func keep(_ bytes: Int, for session: Session) {
    session.keptBytes += bytes
    ledger.keep(bytes, for: session.connection)
    checkCrowd(session)
  }

  private func perform(
    _ envelope: Envelope, _ session: Session, _ now: UInt64, _ output: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    let method = try MethodTable.find(envelope.method)
    guard session.role.permits(method.requiredRole) || method.isForLinks && session.role == .fleet
    else {
      throw ProtocolError(
        .forbidden,
        "\(method.name) needs the role \(method.requiredRole.rawValue); this connection has "
          + session.role.rawValue)
    }
    if envelope.hasPositionalParams {
      throw .invalidParams("parameters go by name: make params an object", path: "params")
    }
    let call = Call(
      service: self, session: session, params: envelope.params, now: now,
      isNotification: envelope.isNotification)
    let start = output.count
    let outcome = try handle(call, by: method, &output)
    guard output.count - start > limits.maxFrameBytes - Service.envelopeRoom else {
      return outcome
    }
    var error = ProtocolError.limitExceeded(
      "maxFrameBytes", value: limits.maxFrameBytes,
      "the answer is longer than a line may be: ask for less at once")
    error.applied = method.requiredRole >= .press ? true : nil
    throw error
  }

  /// Reports inputs to clients that record.
  private func handle(
    _ call: Call, by method: MethodTable.Method, _ output: inout JSONWriter
  ) throws(ProtocolError) -> Outcome {
    if method.isInput { inputCount &+= 1 }
    guard method.isInput, subscriptions.areInputsWatched else {
      return try method.handler.handle(call, into: &output)
    }
    do {
      let outcome = try method.handler.handle(call, into: &output)
      noteInput(method.name, call)
      return outcome
    } catch {
      noteInput(method.name, call, refusal: error)
      throw error
    }
  }

  /// Bytes for what surrounds a result.
  static let envelopeRoom = 1_024
}

extension ProtocolError {
  fileprivate init(_ reason: ErrorReason, _ line: borrowing FaultyLine) {
    switch line.fault {
    case .tooDeep:
      self.init(reason, Self.tooDeep, path: line.path)
    case .halfOfPair:
      self.init(
        reason, "has half of a surrogate pair, which no text has: send whole characters",
        path: line.path)
    }
  }

  fileprivate static let tooDeep = "the line nests deeper than \(JSONParser.maxDepth) containers"
}

extension JSONParseError {
  fileprivate var asProtocolError: ProtocolError {
    switch self {
    case .syntax:
      ProtocolError(.parseError, "the line is not JSON: send one JSON text in UTF-8 per line")
    case .tooDeep:
      ProtocolError(.invalidRequest, ProtocolError.tooDeep)
    case .tooLarge:
      ProtocolError(.invalidRequest, "the line is too long")
    }
  }
}
