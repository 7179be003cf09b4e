import CPlatform
import Logging
import UVLoop

/// Gives free memory back to the system after the start, and later when ``HeapCare`` says.
final class HeapTrimmer {
  /// Milliseconds to wait before free memory is given back.
  private static let wait: UInt64 = 1_000

  private let loop: Loop
  private let log: DaemonLog
  private var care = HeapCare()
  /// Bytes that were kept when the last turn ended.
  private var bytes = 0
  private var timer: Timer?

  /// A trimmer that waits on a loop.
  init(on loop: Loop, log: DaemonLog) {
    self.loop = loop
    self.log = log
  }

  /// The daemon has started: once little is going on, the memory that only the start needed goes back.
  func start() { trimLater() }

  /// A turn of the loop has ended, after which the daemon keeps a number of bytes for clients.
  func turnEnded(keeping bytes: Int) {
    self.bytes = bytes
    if care.isTrimDue(keeping: bytes) { trimLater() }
  }

  /// Gives nothing back any more.
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
