package import ButtonModel
package import ButtonProtocol
import Supervision
package import UVLoop

/// All sources of a daemon: runs the programs that the configuration names, passes their values to its
/// delegate, and passes them the actions of buttons.
package final class SourceHost {
  /// Set before `start`; it must outlive the host.
  package unowned var delegate: (any SourceHostDelegate)?
  /// The limits of lines and their rate may change at any time.
  package var settings: SourceHostSettings

  let loop: Loop
  private var sources: [Source] = []
  /// Sources that are stopping.
  private var retired: [Source] = []
  private var timer: WakeTimer?
  /// Whether values are accepted.
  private(set) var isRunning = false
  private var whenStopped: (() -> Void)?
  /// Names in actions that no source has and that were logged.
  private var unknown: Set<String> = []
  /// The maximum number of these.
  private static let maximumUnknown = 64

  /// A host without sources.
  package init(on loop: Loop, settings: SourceHostSettings) {
    self.loop = loop
    self.settings = settings
  }

  /// Starts the sources of a configuration.
  package func start(_ definitions: [SourceDefinition]) throws(UVError) {
    timer = try WakeTimer(on: loop) { [weak self] in self?.timerFired() }
    isRunning = true
    take(definitions)
  }

  /// Replaces the sources. Those with an unchanged description keep running; one with another
  /// description starts when the old one has ended.
  package func take(_ definitions: [SourceDefinition]) {
    guard isRunning else { return }
    let old = sources
    unknown = []
    sources = definitions.map { definition in
      old.first { $0.definition == definition } ?? Source(definition, of: self)
    }
    // All of them first: one that ends at once has the others' successors looked at.
    let gone = old.filter { source in !sources.contains { $0 === source } }
    retired += gone
    for source in gone {
      source.handle(.stop)
      delegate?.sourceDidChange(source.definition.name)
    }
    startWaiting()
  }

  /// The status of every source, in the order of the configuration.
  package var listings: [SourceListing] { sources.map(\.listing) }

  /// The status of one source; nil if no source has the name.
  package func listing(of name: String) -> SourceListing? { source(name)?.listing }

  /// Runs a polled source now, or waits for the current run; `then` is called when it is over.
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

  /// Ends all programs; `then` runs when no process is left.
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

  // MARK: Calls from sources

  /// A source must be woken at this time of the loop's clock, in nanoseconds.
  func wake(at time: UInt64) { timer?.wake(at: time) }

  /// A source has ended.
  func lose(_ source: Source) {
    source.release()
    retired.removeAll { $0 === source }
    if isRunning { startWaiting() }
    finishStopping()
  }
}

@available(*, unavailable)
extension SourceHost: Sendable {}
