import ButtonModel
import FleetLink
import NIOCore

/// The connection on which the actions for one group, or for all daemons, are read.
struct ActionLane {
  /// Goes up with each order.
  let serial: Int
  var connection: EngineConnection?
  /// Whether the last order is still open.
  var isBusy = true
}

extension ScopeSession {
  /// Has actions read once. An order replaces the one before for the same group, if that is still open.
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
      serial: laneSerial, connection: isFree ? lane?.connection : nil)
    let (serial, generation) = (laneSerial, generation)
    Task { await self.serve(order, session, serial, generation) }
  }

  /// Ends what was ordered in a session that is over.
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
        self.attachment?.lanes[name]?.isBusy = false
        return await report(
          .actions(session: session, group: name, found.actions, last: found.last))
      }
    } catch {
      if isWanted() { fail(error, generation) }
    }
  }
}
