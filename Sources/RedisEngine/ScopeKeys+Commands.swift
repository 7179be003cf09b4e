package import ButtonModel
package import FleetLink
package import RESP

/// The calls of the fleet's functions on a scope.
extension ScopeKeys {
  /// A request with all that it does in one step.
  package func perform(_ request: FleetRequest) -> RESPCommand {
    switch request.effect {
    case nil: apply(request)
    case .action(_, let text)?: act(request, text, limit: request.actionLimit)
    case .done(let delivery)?: done(request, delivery)
    }
  }

  package func apply(_ request: FleetRequest) -> RESPCommand {
    call("btn_apply", request, [])
  }

  package func act(_ request: FleetRequest, _ action: UTF8String, limit: Int) -> RESPCommand {
    call("btn_act", request, [Array("\(limit)".utf8), action.bytes])
  }

  package func done(_ request: FleetRequest, _ delivery: FleetDelivery) -> RESPCommand {
    call(
      "btn_done", request,
      [
        delivery.group.bytes, delivery.consumer.bytes, Array("\(delivery.number)-0".utf8),
        delivery.action.text.bytes,
      ])
  }

  package func join(_ cursor: FleetCursor?, lives: [Life] = []) -> RESPCommand {
    var command = RESPCommand("FCALL_RO", "btn_join", "\(3 + lives.count)", meta, log, state)
    for life in lives { command.append(self.life(life.text.string)) }
    command.append(cursor.map { "\($0.revision)" } ?? "")
    command.append(cursor?.chain.text.bytes ?? [])
    command.append("restored")
    return command
  }

  /// One step over the tombstones: from a cursor, 0 at first, to the next, 0 at the end. The first
  /// also drops consumers without deliveries that have asked for none for `idle` milliseconds.
  package func sweep(from cursor: String, count: Int, idle: Int = 3_600_000) -> RESPCommand {
    RESPCommand(
      "FCALL", "btn_sweep", "4", meta, log, state, actions, cursor, "\(count)", "\(idle)")
  }

  private func call(_ name: String, _ request: FleetRequest, _ more: [[UInt8]]) -> RESPCommand {
    let life = request.number.life.text
    var command = RESPCommand("FCALL", name, more.isEmpty ? "4" : "5", meta, log, state)
    command.append(self.life(life.string))
    if !more.isEmpty { command.append(actions) }
    command.append(life.bytes)
    command.append("\(request.number.sequence)")
    command.append("\(request.oldestOpen)")
    command.append(request.condition.map { "\($0)" } ?? "")
    command.append("\(request.logLength)")
    for argument in more { command.append(argument) }
    for operation in request.operations {
      command.append([operation.kind.rawValue])
      command.append(operation.key.bytes)
      command.append(operation.argument.bytes)
    }
    return command
  }
}
