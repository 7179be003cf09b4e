import CPlatform
import Logging
import UVLoop

/// Gives free memory back to the system after the start, and later when ``HeapCare`` says so.
final class HeapTrimmer {
  /// Milliseconds.
  private static let wait: UInt64 = 1_000

  private let loop: Loop
  private let log: DaemonLog
  private var care = HeapCare()
  /// Kept when the last turn ended.
  private var bytes = 0
  private var timer: Timer?

  init(on loop: Loop, log: DaemonLog) {
    self.loop = loop
    self.log = log
  }

  /// Releases the memory that only the start needed, once the loop is quiet.
  func start() { trimLater() }

  /// Call after each turn, with the bytes that the daemon keeps.
  func turnEnded(keeping bytes: Int) {
    self.bytes = bytes
    if care.isTrimDue(keeping: bytes) { trimLater() }
  }

  func close() { timer?.close() }

  private func trimLater() {
    if let timer, timer.isActive { return }
    do throws(UVError) {
      if timer == nil { timer = try Timer(on: loop) { [unowned self] in trimIfQuiet() } }
      try timer?.start(after: HeapTrimmer.wait)
      timer?.isReferenced = false
    } catch {
      log.error("free memory is not given back: \(error)")
    }
  }

  private func trimIfQuiet() {
    guard care.endWait(keeping: bytes) else { return trimLater() }
    csystem_trim_memory()
  }
}
