import ButtonProtocol
import PluginHost
import Supervision

/// The library loads, the plugin is created, says hello, and is destroyed in time.
struct HandshakeItem: CheckItem {
  let id = "handshake"
  let title = "the plugin starts and stops"

  func run(_ context: CheckContext) throws(CheckStop) -> [CheckFinding] {
    let plugin = try context.checkedPlugin()
    let start = WorkerDeadline.now
    let worker = try context.worker()
    let milliseconds = Int((WorkerDeadline.now - start) / 1_000_000)
    context.detail = "ready after \(milliseconds) ms"
    do throws(WorkerEnd) { try worker.stop() } catch {
      var end = error
      end.place = CheckPlace(inputs: "while it was being stopped")
      context.cannotStop = true
      guard error.cause == .timedOut else { throw .finding(end.finding) }
      throw .finding(
        CheckFinding(
          .failed,
          "the worker was still there \(CheckWorker.stopMilliseconds) ms after STOP", at: end.place,
          remedy: "let destroy() return at once; threads of the plugin's own must have ended"))
    }
    guard milliseconds > limit(plugin.manifest) else { return [] }
    return [
      CheckFinding(
        .failed, "the start took \(milliseconds) ms; \(limit(plugin.manifest)) ms are allowed",
        remedy: "do less in create(), or set limits.startTimeoutMs in the manifest")
    ]
  }

  private func limit(_ manifest: Manifest) -> Int {
    manifest.limits.startTimeoutMs ?? Int(SupervisionFigures().startTimeout / .millisecond)
  }
}
