import ButtonEngine
import ButtonModel
import ButtonProtocol
import ButtonService
import Logging
import SourceHost
import Supervision
import UVLoop

/// Connects the source host and the rest: values of sources go to the engine, their messages to the
/// log, and actions of buttons to them.
final class SourceBridge {
  let host: SourceHost
  private let engine: Engine
  private let service: Service
  private let log: DaemonLog
  private let loop: Loop
  /// Reused for every line of every source.
  private var changes = ChangeSet()
  /// The number with which each source holds its lease.
  private var feeds: [String: UInt32] = [:]

  init(_ host: SourceHost, _ service: Service, log: DaemonLog, loop: Loop) {
    self.host = host
    self.loop = loop
    self.service = service
    self.log = log
    engine = service.engine
    host.delegate = self
    service.sourceControl = host
  }

  func start(_ sources: [SourceDefinition]) throws(UVError) { try host.start(sources) }

  func take(_ sources: [SourceDefinition], _ limits: Limits) {
    host.settings.lineRate = limits.requestRate
    host.take(sources)
  }

  /// The number with which a source holds its lease.
  private func number(of name: String) -> UInt32 {
    let number = feeds[name] ?? UInt32(feeds.count)
    feeds[name] = number
    return number
  }

  /// Writes what a source printed as one change set under its lease, all or nothing.
  private func write(
    _ values: [SourceChange], of name: String, silentAfter: UInt64?
  ) throws(EngineError) {
    changes.removeAll()
    for change in values {
      changes.append(
        StateOperation(key: change.key, kind: change.value.map { .set($0) } ?? .remove))
    }
    let number = number(of: name)
    let now = loop.hrtime
    let claim = LeaseClaim(
      UTF8String(name), of: .feed(number), silentAfter: silentAfter, now: now)
    _ = try engine.apply(&changes, under: claim)
    service.source(name, numbered: number, wrote: values, now: now)
  }
}

extension SourceBridge: SourceHostDelegate {
  func source(
    _ name: String, didRead changes: [SourceChange], silentAfter: UInt64?
  ) -> String? {
    do throws(EngineError) {
      try write(changes, of: name, silentAfter: silentAfter)
      return nil
    } catch {
      return error.refusal(of: changes)
    }
  }

  func sourceWentDown(_ name: String) {
    guard let number = feeds[name] else { return }
    engine.endLeases(of: .feed(number))
    service.sourceWentDown(name, numbered: number, now: loop.hrtime)
  }

  func sourceDidChange(_ name: String) { service.sourceChanged(name) }

  func source(_ name: String, didLog message: String, level: ReportLevel) {
    log.log(level: level.level, "\(message)", metadata: ["source": "\(name)"])
  }
}

extension SourceHost: SourceControl {}

extension EngineError {
  fileprivate func refusal(of changes: [SourceChange]) -> String {
    switch self {
    case .limitExceeded(let limit, let value, let index):
      let key = index.map { " by '\(changes[$0].key)'" } ?? ""
      return "the limit \(limit) of \(value) would be exceeded\(key)"
    case .invalidKey(let index): return "'\(Excerpt(changes[index].key.string))' is not a state key"
    case .derivedKey(_, let key): return "'\(Excerpt(key))' is derived from other keys"
    case .shared:
      return "a key is shared with other daemons, and a source feeds keys of this one"
    case .clockKey(let index): return "'\(changes[index].key)' is a key of the clock"
    case .notDurable:
      return "changes cannot be written to disk at the moment, and durability is strict"
    case .invalidOperation, .keyHasValue, .derivationCycle, .conflict, .revisionAhead, .notFound,
      .configurationRequired, .pluginUnavailable, .invalidParameter, .invalidMember,
      .invalidExpression, .disabled, .hidden, .itemDisabled, .guarded, .timeout:
      preconditionFailure("values that are set and removed are refused for nothing else")
    }
  }
}
