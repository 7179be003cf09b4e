import TestSupport

/// A client that watches buttons and keeps what it was told, patches laid over what it held.
final class SubscriptionWatcher {
  private let daemon: DaemonProcess
  /// The params without `since`.
  let params: String
  private var client: TestClient
  private(set) var name = ""
  /// Appearances by id, their members by name.
  private(set) var looks: [String: [String: JSONTree]] = [:]
  private(set) var statuses: [String: JSONTree] = [:]
  /// What came that may not come.
  private(set) var complaints: [String] = []
  /// How many records came as patches.
  private(set) var patches = 0
  /// How many subscriptions went on from what was held.
  private(set) var resumptions = 0
  private var isConnected = true
  private var isPartial = false
  private var epoch: JSONTree?
  /// Where to resume from; nil while what is held is not whole.
  private var tick: JSONTree?

  /// Subscribes with params that have no closing brace yet.
  init(_ daemon: DaemonProcess, _ params: String) throws {
    self.daemon = daemon
    self.params = params
    client = try daemon.connect()
    try subscribe()
  }

  /// Takes in everything that was published until now.
  func update() throws {
    if !isConnected {
      client = try daemon.connect()
      isConnected = true
      try subscribe()
    }
    for message in try client.notificationsSoFar() {
      if let params = message["params"] { apply(params) }
    }
  }

  /// Disconnects, with whatever has come and was not taken in.
  func leave() {
    client.close()
    isConnected = false
  }

  private func subscribe() throws {
    var request = params
    if let epoch, let tick { request += #","since":{"epoch":\#(epoch.text),"tick":\#(tick.text)}"# }
    let result = try client.call("buttons.subscribe", request + "}")
    name = result["subscription"]?.string ?? ""
    if result["snapshot"] == .bool(false) {
      resumptions += 1
      if tick == nil { complaints.append("no snapshot though nothing was asked to go on from") }
    } else {
      clear()
    }
    epoch = result["epoch"]
    apply(result)
  }

  private func clear() {
    looks = [:]
    statuses = [:]
    tick = nil
  }

  private func apply(_ frame: JSONTree) {
    if frame["subscription"]?.string != name { complaints.append("a frame of another's") }
    if frame["epoch"] == nil, frame["snapshot"] == .bool(true) { clear() }
    for record in frame["buttons"]?.elements ?? [] {
      guard let id = record["id"]?.string else { continue }
      switch (record["appearance"], record["patch"]) {
      case (let appearance?, nil): looks[id] = appearance.dictionary
      case (nil, let patch?):
        patches += 1
        if looks[id] == nil { complaints.append("a patch of \(id), which is not held") }
        for (member, value) in patch.dictionary {
          looks[id]?[member] = value == .null ? nil : value
        }
      default: complaints.append("a record with neither or both: \(record.text)")
      }
      statuses[id] = record["status"]
    }
    for id in frame["removed"]?.elements ?? [] {
      looks[id.string ?? ""] = nil
      statuses[id.string ?? ""] = nil
    }
    isPartial = frame["more"] == .bool(true)
    if !isPartial { tick = frame["tick"] }
  }
}

extension JSONTree {
  /// An object's members by name.
  var dictionary: [String: JSONTree] {
    guard case .object(let members) = self else { return [:] }
    return Dictionary(members.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
  }
}
