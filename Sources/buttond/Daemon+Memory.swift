import ButtonEngine
import ButtonSocket
import ButtonStore
import CSystem
import Logging
import UVLoop

extension Daemon {
  /// Milliseconds to wait before free memory is given back.
  private static let trimWait: UInt64 = 1_000

  /// Bytes that clients have made the daemon keep, of all kinds.
  var heapBytes: Int {
    keptBytes + (server?.clientBytes ?? 0) + engine.storedBytes
  }

  /// Gives free memory back to the system as soon as little is going on.
  func trimLater() {
    if let heapTimer, heapTimer.isActive { return }
    do throws(UVError) {
      if heapTimer == nil { heapTimer = try Timer(on: loop) { [unowned self] in trimIfQuiet() } }
      try heapTimer?.start(after: Daemon.trimWait)
      heapTimer?.isReferenced = false
    } catch {
      log.error("free memory is not given back: \(error)")
    }
  }

  private func trimIfQuiet() {
    guard heapCare.endWait(keeping: heapBytes) else { return trimLater() }
    csystem_trim_heap()
  }
}
