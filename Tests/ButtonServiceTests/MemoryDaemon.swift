import ButtonEngine
import ButtonModel
import ButtonProtocol
import JSONRPC
import TestSupport

@testable import ButtonService

/// A daemon without sockets, workers and clock: lines in, lines out, and a turn after every line.
final class MemoryDaemon {
  /// One client's end.
  private struct Client {
    let connection: ConnectionID
    /// Lines to the daemon that wait as the socket's do.
    var held: [[UInt8]] = []
    var lines: [[UInt8]] = []
    var taken = 0
  }

  let engine: Engine
  let service: Service
  /// Nanoseconds; a turn takes a millisecond.
  private(set) var now: UInt64 = 1_000_000_000
  /// Batches that the engine sent to lanes.
  /// What was given to the journal, of which nothing has been said yet.
  var groups: [JournalGroup] = []
  private(set) var batches: [(lane: LaneID, sequence: UInt32, items: Int)] = []
  /// Gestures that it sent and nobody took.
  fileprivate(set) var gestures: [(sequence: UInt32, payload: [UInt8])] = []
  private var clients: [String: Client] = [:]
  private var nextConnection: UInt32 = 0

  init(settings: EngineSettings = EngineSettings(), limits: Limits? = nil) {
    engine = Engine(settings: settings, epoch: "epoch-1")
    if let limits { engine.settings.limits = limits }
    service = Service(engine: engine, version: "0.0.1")
  }

  func open(_ name: String, role: Role = .admin, user: UInt32 = 0) {
    let connection = ConnectionID(rawValue: nextConnection)
    nextConnection += 1
    clients[name] = Client(connection: connection)
    service.open(connection, role: role, user: user)
  }

  func close(_ name: String) {
    guard let client = clients.removeValue(forKey: name) else { return }
    service.close(client.connection)
    turn()
  }

  func connection(_ name: String) -> ConnectionID? { clients[name]?.connection }

  /// Hands a line to the service and ends the turn.
  func send(_ line: [UInt8], on name: String = "a") {
    accept(line, on: name)
    turn()
  }

  /// Hands a line to the service within a turn that goes on.
  func accept(_ line: [UInt8], on name: String = "a") {
    guard let connection = clients[name]?.connection else { return }
    if service.session(connection)?.batch != nil {
      clients[name]?.held.append(line)
      return
    }
    var output = JSONWriter()
    let padded = line + [UInt8](repeating: UInt8(ascii: "0"), count: JSONParser.padding)
    padded.withUnsafeBytes { bytes in
      service.receive(
        UnsafeRawBufferPointer(rebasing: bytes[..<line.count]), from: connection, now: now,
        into: &output)
    }
    take(output.bytes, name)
  }

  /// Ends a turn of the loop.
  func turn() {
    now += 1_000_000
    service.beginTurn()
    for name in clients.keys.sorted() { resume(name) }
    service.fleet?.turnEnded(now: now)
    engine.turnEnded(now: now)
    service.tellTimedChanges()
    sendOutput()
    while !engine.actions.isEmpty {
      let actions = engine.actions
      engine.actions.removeAll()
      for action in actions { perform(action) }
      sendOutput()
    }
    service.resumePresses()
  }

  /// Goes on with what waits of a client's batch and of its lines.
  private func resume(_ name: String) {
    guard let connection = clients[name]?.connection else { return }
    var output = JSONWriter()
    service.resume(connection, now: now, into: &output)
    take(output.bytes, name)
    while service.session(connection)?.batch == nil, let line = clients[name]?.held.first {
      clients[name]?.held.removeFirst()
      accept(line, on: name)
    }
  }

  /// The next line, letting time pass until it comes; nil when none comes within ten seconds.
  func receive(on name: String = "a") -> [UInt8]? {
    let end = now + 10_000_000_000
    while true {
      if let client = clients[name], client.taken < client.lines.count {
        clients[name]?.taken += 1
        return client.lines[client.taken]
      }
      guard let wake = nextWake, wake <= end else { return nil }
      now = max(now, wake)
      turn()
    }
  }

  private var nextWake: UInt64? {
    guard let wake = engine.wakeTime, let other = service.wakeTime else {
      return engine.wakeTime ?? service.wakeTime
    }
    return min(wake, other)
  }

  /// Lets time pass, with a turn wherever one is due.
  func pass(seconds: UInt64) {
    let end = now + seconds * 1_000_000_000
    while let wake = nextWake, wake <= end {
      now = max(now, wake)
      turn()
    }
    now = end
    turn()
  }

  /// Says that every group that was given to the journal is written, until there are no more.
  func writeJournal() {
    var written = 0
    engine.hurryJournal()
    turn()
    while written < groups.count {
      engine.journalCommitted(groups[written])
      written += 1
      engine.hurryJournal()
      turn()
    }
  }

  /// The lines that are there and not yet taken.
  func waiting(on name: String = "a") -> Int {
    clients[name].map { $0.lines.count - $0.taken } ?? 0
  }

  private func perform(_ action: EngineAction) {
    switch action {
    case .sendBatch(let lane, let sequence, let items, _):
      batches.append((lane, sequence, items))
    case .deliver(let line, let connections): deliver(line, to: connections)
    case .performed(let action):
      service.tell(action)
      sendOutput()
    case .answered(let ticket, let result):
      guard let name = name(of: ticket.connection) else { return }
      var output = JSONWriter()
      service.answer(ticket, result, into: &output)
      take(output.bytes, name)
    case .sendTrial, .takeOver: break
    case .sendGesture(_, let sequence, let payload): gestures.append((sequence, payload))
    case .journal(let group): groups.append(group)
    case .forgetDeaths, .violation: break
    }
  }

  private func sendOutput() {
    for delivery in service.output { deliver(delivery.line, to: delivery.receivers) }
    service.output.removeAll()
  }

  private func deliver(_ line: SharedLine, to connections: [ConnectionID]) {
    for connection in connections {
      guard let name = name(of: connection) else { continue }
      take(line.bytes, name)
    }
  }

  private func name(of connection: ConnectionID) -> String? {
    clients.first { $0.value.connection == connection }?.key
  }

  private func take(_ bytes: UnsafeRawBufferPointer, _ name: String) {
    precondition(bytes.isEmpty || bytes.last == UInt8(ascii: "\n"), "a line without its end")
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      clients[name]?.lines.append([UInt8](line))
    }
  }
}

extension MemoryDaemon {
  /// Takes out the oldest gesture.
  func takeGesture() -> (sequence: UInt32, payload: [UInt8])? {
    gestures.isEmpty ? nil : gestures.removeFirst()
  }

  /// Sends a text and returns the next line as a value.
  @discardableResult
  func ask(_ text: String, on name: String = "a") throws -> JSONTree? {
    send(Array(text.utf8), on: name)
    return try next(on: name)
  }

  /// Calls a method and returns its result, or its error.
  @discardableResult
  func call(_ method: String, _ params: String = "{}", on name: String = "a") throws -> JSONTree? {
    let answer = try ask(
      #"{"jsonrpc":"2.0","id":1,"method":"\#(method)","params":\#(params)}"#, on: name)
    return answer?["result"] ?? answer?["error"]
  }

  /// The next line as a value.
  func next(on name: String = "a") throws -> JSONTree? {
    try receive(on: name).map { try JSONTree(parsing: String(decoding: $0, as: UTF8.self)) }
  }
}

extension Service {
  /// Whether input of a connection may be handled now.
  func isAccepting(_ connection: ConnectionID) -> Bool {
    session(connection)?.isAccepting ?? false
  }
}
