import CPlatform
import Glibc
import PluginChannel
import UVLoop

/// The shared memory in which a worker says what it is doing.
///
/// The daemon only reads it, also after the worker's death.
final class StatusPage {
  /// The descriptor to pass to the worker; call `closeDescriptor` once it has it.
  private(set) var descriptor: Int32
  private let page: UnsafeMutablePointer<csystem_status_page>

  init() throws(UVError) {
    let descriptor = csystem_status_page_create()
    guard descriptor >= 0 else { throw StatusPage.failure(-descriptor) }
    guard let page = csystem_status_page_map(descriptor, 0) else {
      let code = errno
      close(descriptor)
      throw StatusPage.failure(code)
    }
    self.descriptor = descriptor
    self.page = page
  }

  deinit {
    csystem_status_page_unmap(page)
    closeDescriptor()
  }

  /// Closes the daemon's descriptor; the mapping stays.
  func closeDescriptor() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    descriptor = -1
  }

  /// Nil if the page is invalid, or nothing has been written yet.
  func read() -> StatusReading? {
    var copy = csystem_status_page()
    guard csystem_status_page_read(page, &copy) == 0 else { return nil }
    guard let phase = WorkerPhase(rawValue: copy.phase) else { return nil }
    return StatusReading(
      phase: phase, sequence: copy.sequence, itemIndex: copy.item_index, beat: copy.beat,
      trappedCall: copy.last_syscall >= 0 ? copy.last_syscall : nil)
  }
}

extension StatusPage {
  private static func failure(_ code: Int32) -> UVError {
    UVError(operation: "make", subject: "a status page", code: UVError.Code(errno: code))
  }
}

@available(*, unavailable)
extension StatusPage: Sendable {}
