import ButtonEngine
import JSONRPC

/// A client in memory: takes what the engine sends it and keeps what it shows.
final class FakeClient {
  /// What a subscription has told so far.
  struct Subscription {
    /// Appearances by id.
    var looks: [String: Wire] = [:]
    var statuses: [String: Wire] = [:]
    var values: [String: Wire] = [:]
    /// The keys among them that are lost.
    var lost: Set<String> = []
    /// The revision up to which values were told.
    var revision: UInt64?
    var tick: Int64 = -1
    /// The last line said that there is more.
    var isPartial = false
    /// The frame up to which everything is held; nil while a snapshot is not whole.
    var completeTick: Int64?
  }

  let connection: ConnectionID
  private(set) var subscriptions: [String: Subscription] = [:]
  /// Everything received since the last call of `take`, in order.
  private(set) var lines: [Wire] = []
  /// The shared lines among it.
  private(set) var shared: [SharedLine] = []
  /// Answers by the serial of their ticket.
  private(set) var answers: [UInt64: Result<Wire, EngineError>] = [:]
  /// The same as they came, of those that went well.
  private(set) var answerTexts: [UInt64: [UInt8]] = [:]
  /// The rules of the protocol that were broken.
  private(set) var complaints: [String] = []
  var isBlocked = false
  /// Transactions are checked: linear for a press, easeIn for a release, easeOut otherwise.
  var checksTransactions = false

  init(_ connection: UInt32) { self.connection = ConnectionID(rawValue: connection) }

  /// The lines received since the last call.
  func take() -> [Wire] {
    defer {
      lines = []
      shared = []
    }
    return lines
  }

  func receive(_ line: SharedLine) throws {
    if isBlocked { complaints.append("a line was sent to a blocked connection") }
    let wire = try Wire(UnsafeRawBufferPointer(rebasing: line.bytes.dropLast()))
    lines.append(wire)
    shared.append(line)
    guard let params = wire["params"], let name = params["subscription"]?.string else { return }
    guard subscriptions[name] != nil else {
      complaints.append("an update of a subscription that is not there: \(name)")
      return
    }
    if wire["method"] == .string("state.changed") {
      applyState(params, name)
    } else {
      apply(params, name)
    }
  }

  func receive(_ answer: Result<[UInt8], EngineError>, serial: UInt64) throws {
    switch answer {
    case .failure(let error): answers[serial] = .failure(error)
    case .success(let bytes):
      let wire = try bytes.withUnsafeBytes { try Wire($0) }
      answers[serial] = .success(wire)
      answerTexts[serial] = bytes
      lines.append(wire)
      guard let name = wire["subscription"]?.string else { return }
      start(wire, name)
    }
  }

  /// Takes the answer to a subscription.
  func start(_ result: Wire, _ name: String) {
    if result["snapshot"]?.bool == true || subscriptions[name] == nil {
      subscriptions[name] = Subscription()
    }
    if result["values"] != nil { applyState(result, name) } else { apply(result, name) }
  }

  /// Holds what another client holds of a subscription.
  func take(_ name: String, from other: FakeClient) {
    subscriptions[name] = other.subscriptions[name]
    subscriptions[name]?.isPartial = false
  }

  func forget(_ name: String) { subscriptions[name] = nil }

  private func apply(_ params: Wire, _ name: String) {
    guard var entry = subscriptions[name] else { return }
    if params["snapshot"]?.bool == true { entry = Subscription() }
    let tick = params["tick"]?.int ?? -1
    if tick < entry.tick { complaints.append("the tick went back") }
    if tick == entry.tick, !entry.isPartial, params["epoch"] == nil {
      complaints.append("two updates of one tick")
    }
    entry.tick = tick
    entry.isPartial = params["more"]?.bool == true
    for record in params["buttons"]?.elements ?? [] {
      guard let id = record["id"]?.string, let look = look(in: record, held: entry.looks) else {
        continue
      }
      if checksTransactions {
        check(record["transaction"], of: id, from: entry.looks[id], to: look)
      }
      entry.looks[id] = look
      entry.statuses[id] = record["status"]
    }
    for id in params["removed"]?.elements ?? [] {
      entry.looks[id.string ?? ""] = nil
      entry.statuses[id.string ?? ""] = nil
    }
    if !entry.isPartial { entry.completeTick = tick }
    subscriptions[name] = entry
  }

  /// The appearance that a record tells, whole or by what differs from the one held.
  private func look(in record: Wire, held: [String: Wire]) -> Wire? {
    switch (record["id"]?.string, record["appearance"], record["patch"]) {
    case (_?, let appearance?, nil): return appearance
    case (let id?, nil, let patch?):
      if let old = held[id] { return old.patched(by: patch) }
      complaints.append("a patch of a look that the client does not hold: \(id)")
    default: complaints.append("a record without id, or without one of appearance and patch")
    }
    return nil
  }

  /// A transaction is that of the change from the look that the client holds.
  private func check(_ transaction: Wire?, of id: String, from old: Wire?, to new: Wire) {
    guard let curve = transaction?["animation"]?["curve"]?.string else { return }
    guard let old else { return complaints.append("a transaction of a first look of \(id)") }
    let wasHighlighted = old["isHighlighted"] != nil
    let isHighlighted = new["isHighlighted"] != nil
    let expected =
      wasHighlighted == isHighlighted ? "easeOut" : isHighlighted ? "linear" : "easeIn"
    if curve != expected { complaints.append("\(id) changed by \(curve), not \(expected)") }
  }

  private func applyState(_ params: Wire, _ name: String) {
    subscriptions[name]?.isPartial = params["more"]?.bool == true
    subscriptions[name]?.revision = params["revision"]?.int.map { UInt64($0) }
    for (key, value) in params["values"]?.members ?? [:] {
      subscriptions[name]?.values[key] = value
      subscriptions[name]?.lost.remove(key)
    }
    for key in params["lost"]?.elements.compactMap(\.string) ?? [] {
      if params["values"]?[key] == nil { complaints.append("lost without a value: \(key)") }
      subscriptions[name]?.lost.insert(key)
    }
    for key in params["removed"]?.elements ?? [] {
      subscriptions[name]?.values[key.string ?? ""] = nil
      subscriptions[name]?.lost.remove(key.string ?? "")
    }
  }
}
