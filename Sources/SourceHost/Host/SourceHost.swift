package import ButtonModel
package import ButtonProtocol
import Supervision
package import UVLoop

/// All sources of a daemon: runs the programs of the configuration, passes their values to its
/// delegate, and passes them the actions of buttons.
package final class SourceHost {
  /// Set it before `start`; it must outlive the host.
  package unowned var delegate: (any SourceHostDelegate)?
  /// The limits of lines and their rate may change at any time.
  package var settings: SourceHostSettings

  let loop: Loop
  private var sources: [Source] = []
  private var retired: [Source] = []
  private var timer: WakeTimer?
  /// Values are accepted.
  private(set) var isRunning = false
  private var whenStopped: (() -> Void)?
  /// Names without a source that actions have used and that were logged.
  private var unknown: Set<String> = []
  private static let maximumUnknown = 64

  package init(on loop: Loop, settings: SourceHostSettings) {
    self.loop = loop
    self.settings = settings
  }

  package func start(_ definitions: [SourceDefinition]) throws(UVError) {
    timer = try WakeTimer(on: loop) { [weak self] in self?.timerFired() }
    isRunning = true
    take(definitions)
  }

  /// Replaces the sources. Those with an unchanged definition keep running; one with a new
  /// definition starts when the old one has ended.
  package func take(_ definitions: [SourceDefinition]) {
    guard isRunning else { return }
    let old = sources
    unknown = []
    sources = definitions.map { definition in
      old.first { $0.definition == definition } ?? Source(definition, of: self)
    }
    // All of them first: one that ends at once triggers a look at the others' successors.
    let gone = old.filter { source in !sources.contains { $0 === source } }
    retired += gone
    for source in gone {
      source.handle(.stop)
      delegate?.sourceDidChange(source.definition.name)
    }
    startWaiting()
  }

  /// In the order of the configuration.
  package var listings: [SourceListing] { sources.map(\.listing) }

  package func listing(of name: String) -> SourceListing? { source(name)?.listing }

  /// Runs a polled source now, or waits for the current run; calls `then` when it is over.
  package func run(_ name: String, then: @escaping () -> Void) { source(name)?.run(then: then) }

  /// Forgets a source's deaths, lifts its quarantine, and starts it.
  package func reset(_ name: String) { source(name)?.reset() }

  /// Sends a source a line about the action of a button; a polled one runs instead.
  package func send(action line: [UInt8], to name: String) {
    if let source = source(name) { return source.send(action: line) }
    guard isRunning, unknown.count < SourceHost.maximumUnknown, unknown.insert(name).inserted else {
      return
    }
    delegate?.source(
      name, didLog: "the action of a button names it, and the configuration does not",
      level: .warning)
  }

  /// Ends all programs; calls `then` when no process is left.
  package func stop(then: @escaping () -> Void) {
    whenStopped = then
    isRunning = false
    retired += sources
    sources = []
    for source in retired { source.handle(.stop) }
    finishStopping()
  }

  private func source(_ name: String) -> Source? {
    sources.first { $0.definition.name == name }
  }

  /// Starts new sources, except those whose predecessor of the same name is still stopping.
  private func startWaiting() {
    for source in sources where source.supervisor.phase == .idle {
      let name = source.definition.name
      if retired.contains(where: { $0.definition.name == name }) { continue }
      source.start()
    }
  }

  private func timerFired() {
    let now = loop.hrtime
    for source in sources + retired {
      if let time = source.wakeAt, time <= now { source.wake(at: now) }
    }
    for source in sources + retired {
      if let time = source.wakeAt { wake(at: time) }
    }
  }

  private func finishStopping() {
    guard !isRunning, retired.isEmpty, let then = whenStopped else { return }
    whenStopped = nil
    timer?.close()
    timer = nil
    then()
  }

  /// The time is the loop's, in nanoseconds.
  func wake(at time: UInt64) { timer?.wake(at: time) }

  func lose(_ source: Source) {
    source.release()
    retired.removeAll { $0 === source }
    if isRunning { startWaiting() }
    finishStopping()
  }
}

@available(*, unavailable)
extension SourceHost: Sendable {}
