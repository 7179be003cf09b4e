package import ButtonModel
package import ButtonProtocol
import Supervision
import UVLoop

extension PluginHost {
  /// A lane's state beyond its status.
  package func detail(of lane: LaneID) -> PluginDetail {
    let lane = self[lane]
    let version = lane.inForce
    let supervisor = version.supervisor
    let hash = version.copy?.hash
    return PluginDetail(
      phase: lane.isGone ? PluginDetail.gone : supervisor.phase.name, hash: hash,
      quarantine: supervisor.isQuarantined ? hash.flatMap { quarantine.message(for: $0) } : nil,
      retryAt: supervisor.retryAt.map { loop.millisecondsSince1970(max($0, loop.hrtime)) },
      poisoned: supervisor.poisonedButtons.count, sandbox: version.sandbox)
  }
}

extension Supervisor {
  /// When the worker is started again; nil if no start is pending.
  fileprivate var retryAt: UInt64? {
    switch phase {
    case .backoff, .quarantined: wakeAt
    case .discovered, .verified, .spawning, .ready, .busy, .stopping, .dying, .failed, .disabled,
      .stopped:
      nil
    }
  }
}

extension Supervisor.Phase {
  /// As in `plugins.list`.
  var name: String {
    switch self {
    case .discovered: "discovered"
    case .verified: "verified"
    case .spawning: "spawning"
    case .ready: "ready"
    case .busy: "busy"
    case .stopping: "stopping"
    case .dying: "dying"
    case .backoff: "backoff"
    case .quarantined: "quarantined"
    case .failed: "failed"
    case .disabled: "disabled"
    case .stopped: "stopped"
    }
  }
}
