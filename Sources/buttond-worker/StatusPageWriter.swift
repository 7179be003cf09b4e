import CPlatform
import CSandbox
import PluginChannel

/// Where the worker reports what it is doing; without a page it reports nothing.
struct StatusPageWriter {
  private let page: UnsafeMutablePointer<csystem_status_page>?

  /// The descriptor need not be a page.
  init(descriptor: Int32) { page = csystem_status_page_map(descriptor, 1) }

  func enter(_ phase: WorkerPhase) {
    if let page { csystem_status_page_set_phase(page, phase.rawValue) }
  }

  /// Has a system call that the sandbox refuses written here before the process ends.
  func receiveTraps() {
    guard let page else { return csandbox_set_trap_page(nil, nil, 0) }
    csandbox_set_trap_page(
      csystem_status_page_last_syscall(page), csystem_status_page_phase(page),
      WorkerPhase.trapped.rawValue)
  }

  func begin(sequence: UInt32) {
    if let page { csystem_status_page_begin(page, sequence) }
  }

  func item(_ index: Int) {
    if let page { csystem_status_page_item(page, UInt32(index)) }
  }
}
