import ButtonModel
package import ButtonProtocol

/// The link's messages as events of a scope. Malformed chains and numbers are refused; the scope
/// judges their content.
extension ScopeEvent {
  package init(_ message: FleetJoinedRequest) throws(ProtocolError) {
    guard let verdict = JoinVerdict(rawValue: message.verdict) else {
      throw .notAmong(
        message.verdict, among: ["tail", "trimmed", "fork", "fresh"], path: "params.verdict")
    }
    var numbers: [Life: UInt64] = [:]
    for number in message.numbers {
      guard let life = Life(number.life.utf8) else {
        throw .notHexadecimal(number.life, path: "params.numbers")
      }
      numbers[life] = number.last
    }
    self = .joined(
      session: message.session,
      JoinReply(
        verdict: verdict, id: try Chain(message.id, path: "params.id"),
        head: try FleetCursor(message.head, path: "params.head"), oldest: message.oldest,
        keyCount: Int(clamping: message.keyCount), numbers: numbers, restored: message.restored))
  }

  package init(_ message: FleetSnapshotRequest) throws(ProtocolError) {
    let fields = message.keys.map {
      SnapshotField(key: $0.key, revision: $0.revision, value: $0.value)
    }
    var head: FleetCursor?
    if let position = message.head { head = try FleetCursor(position, path: "params.head") }
    self = .page(session: message.session, fields, head: head)
  }

  package init(_ message: FleetEntriesRequest) throws(ProtocolError) {
    var entries: [LogEntry] = []
    entries.reserveCapacity(message.entries.count)
    for entry in message.entries {
      entries.append(
        LogEntry(
          revision: entry.revision,
          request: try RequestNumber(entry.request, path: "params.entries"),
          chain: try Chain(entry.chain, path: "params.entries"), changes: entry.changes))
    }
    self = .entries(session: message.session, entries)
  }

  /// One event for each answer.
  package static func outcomes(
    _ message: FleetOutcomesRequest
  ) throws(ProtocolError) -> [ScopeEvent] {
    var events: [ScopeEvent] = []
    events.reserveCapacity(message.outcomes.count)
    for outcome in message.outcomes {
      guard let answer = EngineAnswer(outcome.answer) else {
        throw .invalidParams(
          "'\(Excerpt(outcome.answer.string))' is not an answer of the engine",
          path: "params.outcomes")
      }
      events.append(
        .outcome(
          session: message.session,
          try RequestNumber(outcome.request, path: "params.outcomes"), answer))
    }
    return events
  }
}

extension Chain {
  package init(_ text: String, path: String) throws(ProtocolError) {
    guard let chain = Chain(text.utf8) else { throw .notHexadecimal(text, path: path) }
    self = chain
  }
}

extension FleetCursor {
  package init(_ position: FleetPosition, path: String) throws(ProtocolError) {
    self.init(position.revision, try Chain(position.chain, path: path))
  }
}

extension RequestNumber {
  package init(_ text: String, path: String) throws(ProtocolError) {
    guard let number = RequestNumber(UTF8String(text)) else {
      throw .invalidParams(
        "'\(Excerpt(text))' is not a number of a request, LIFE:SEQUENCE", path: path)
    }
    self = number
  }
}

extension ProtocolError {
  static func notAmong(_ name: String, among names: [String], path: String) -> ProtocolError {
    .invalidParams(
      "'\(Excerpt(name))' is none of \(names.joined(separator: ", "))", path: path)
  }

  fileprivate static func notHexadecimal(_ text: String, path: String) -> ProtocolError {
    .invalidParams("'\(Excerpt(text))' is not 16 digits 0–9, a–f", path: path)
  }
}
