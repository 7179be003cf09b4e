import ButtonModel
import FleetLink
import NIOCore

/// The connection on which the actions for one group, or for all daemons, are read.
struct ActionLane {
  /// Grows with each order.
  let serial: Int
  var connection: EngineConnection?
  /// The last order is still open.
  var isBusy = true
  /// Deliveries that were read and did not fit into a report. If they are lost with the lane, they
  /// are claimed like any others that were not done.
  var rest: [ActionEntry] = []
}

extension [ActionEntry] {
  /// The limit for the texts in one report: a daemon bounds its lines.
  private static let mostBytes = 256 << 10

  /// How many actions come in one report; at least one.
  fileprivate var reportCount: Int {
    var bytes = 0
    return enumerated().first { index, action in
      bytes += 128 + action.text.bytes.count
      return index > 0 && bytes > Self.mostBytes
    }?.offset ?? count
  }
}

extension ScopeSession {
  /// Reads actions once. An order replaces an open one of the same group.
  func take(_ session: UInt32, _ order: ActionOrder) {
    guard attachment != nil else { return }
    let name = order.group?.name
    let lane = attachment?.lanes[name]
    laneSerial += 1
    // The engine hands nothing to a connection that is gone.
    let isFree = lane?.isBusy == false && order.count > 0
    if !isFree { lane?.connection?.close() }
    if order.count <= 0 {
      attachment?.lanes[name] = nil
      return
    }
    attachment?.lanes[name] = ActionLane(
      serial: laneSerial, connection: isFree ? lane?.connection : nil,
      rest: isFree ? lane?.rest ?? [] : [])
    let (serial, generation) = (laneSerial, generation)
    Task { await self.serve(order, session, serial, generation) }
  }

  /// Ends the orders of a session that is over.
  func closeLanes() {
    for lane in attachment?.lanes.values ?? [:].values { lane.connection?.close() }
    attachment?.lanes = [:]
  }

  private func serve(
    _ order: ActionOrder, _ session: UInt32, _ serial: Int, _ generation: Int
  ) async {
    let name = order.group?.name
    func isWanted() -> Bool {
      generation == self.generation && session == self.session
        && attachment?.lanes[name]?.serial == serial
    }
    do {
      guard isWanted(), let attachment else { return }
      if let rest = attachment.lanes[name]?.rest, !rest.isEmpty {
        return await report(rest, last: 0, of: order, session)
      }
      let connection: EngineConnection
      if let present = attachment.lanes[name]?.connection {
        connection = present
      } else {
        connection = try await connector.connect(to: attachment.run, at: attachment.address)
        guard isWanted() else { return connection.close() }
        self.attachment?.lanes[name]?.connection = connection
      }
      var reader = ActionReader(keys, order, block: settings.block)
      while isWanted() {
        guard let found = try await reader.next(on: connection) else { continue }
        guard isWanted() else { return }
        return await report(found.actions, last: found.last, of: order, session)
      }
    } catch {
      if isWanted() { fail(error, generation) }
    }
  }

  /// Reports what fits. A group's rest waits for the next order; without a group, that reads it
  /// again.
  private func report(
    _ actions: [ActionEntry], last: UInt64, of order: ActionOrder, _ session: UInt32
  ) async {
    let name = order.group?.name
    let some = Array(actions.prefix(Swift.min(actions.reportCount, order.count)))
    attachment?.lanes[name]?.isBusy = false
    attachment?.lanes[name]?.rest =
      order.group == nil ? [] : Array(actions.dropFirst(some.count))
    await report(
      .actions(session: session, group: name, some, last: some.last?.number ?? last))
  }
}
