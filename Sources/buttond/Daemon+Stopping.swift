import ButtonEngine
import ButtonSocket
import Glibc
import Logging
import PluginHost
import UVLoop

/// How the daemon ends: no more requests, everything that is due is published and kept, then clients
/// and workers go, and the journal is closed.
extension Daemon {
  /// Times in milliseconds.
  enum StopTime {
    /// From the first signal to the end of publishing.
    static let drain: UInt64 = 1_000
    /// From the first signal to the moment from which on another one ends the daemon at once. Some
    /// send a signal twice at the same moment, to the process and to its group.
    static let patience: UInt64 = 500
    /// From the first signal to the end, whatever hangs.
    static let total: UInt64 = 4_500
  }

  /// How far the end has come.
  enum StopPhase {
    /// What was kept is being read; nobody can connect yet.
    case starting
    case running
    /// Nothing is read any more; what was read is being published and kept.
    case draining
    /// Publishing has had its time; what was read is being kept.
    case keeping
    /// Clients and workers are gone or going.
    case ending
  }

  /// The start was given up, as a signal wanted.
  struct StartGivenUp: Error {}

  /// A signal asks for the end.
  func stop() {
    if phase == .starting { return giveUpStart() }
    guard phase == .running else { return hurry() }
    log.info("stopping")
    phase = .draining
    stoppingSince = loop.now
    manager?.stopping()
    server?.stopReading()
    journal?.cancelBackup()
    engine.hurryJournal()
    do {
      stopTimer = try Timer(on: loop) { [self] in stopTimerFired() }
      try stopTimer?.start(after: StopTime.drain)
    } catch {
      log.error("cannot set the timer of the stop: \(error)")
      end()
    }
  }

  /// Nothing has begun that would have to end: the start stops at its next step.
  private func giveUpStart() {
    log.info("stopping before the start is over")
    phase = .ending
    stoppingSince = loop.now
    manager?.stopping()
  }

  /// Throws when a signal has ended the start.
  func checkStart() throws(StartGivenUp) {
    if phase == .ending { throw StartGivenUp() }
  }

  /// After a turn: goes on as soon as everything is published, sent and kept.
  func endIfDrained() {
    switch phase {
    case .draining: if isPublished, isKept { end() }
    case .keeping: if isKept { end() }
    case .starting, .running, .ending: break
    }
  }

  private var isPublished: Bool { engine.isSettled && server?.hasUnsentOutput != true }

  /// Nothing is on its way to the journal, and nothing waits for it that could be written.
  private var isKept: Bool {
    guard let journal else { return true }
    return !journal.isBusy && (engine.unsavedCount == 0 || engine.isDurabilityLost)
  }

  private func stopTimerFired() {
    switch phase {
    case .draining:
      if !isPublished { log.notice("stops although not everything could be published in time") }
      phase = .keeping
      waitForTheRest()
      endIfDrained()
    case .starting, .running, .keeping, .ending:
      log.error("something hangs; stops without waiting for it")
      noteWhatIsNotKept()
      endAtOnce()
    }
  }

  /// Gives everything that is left the rest of the time.
  private func waitForTheRest() {
    let passed = loop.now - stoppingSince
    do {
      try stopTimer?.start(after: StopTime.total - min(passed, StopTime.total - 1))
    } catch {
      endAtOnce()
    }
  }

  /// Ends every client, worker and handle, and closes the journal.
  private func end() {
    phase = .ending
    waitForTheRest()
    noteWhatIsNotKept()
    server?.close()
    host.stop { [self] in closeJournal() }
  }

  private func closeJournal() {
    guard let journal else { return closeHandles() }
    journal.close(at: engine.unsavedCount == 0 ? engine.revision : nil) { [self] error in
      if let error {
        log.error("the journal cannot be closed: \(error)")
        endsClean = false
      }
      closeHandles()
    }
  }

  /// Says how many keys and buttons the next start will not have as they are now.
  private func noteWhatIsNotKept() {
    let count = engine.unsavedCount
    if count == 0 { return }
    endsClean = false
    log.error(
      "the last changes are not kept, as they could not be written",
      metadata: ["count": "\(count)", "journal": "\(journal?.path ?? "")"])
  }

  private func closeHandles() {
    for signal in signals { signal.close() }
    prepare?.close()
    for timer in [timer, stopTimer, logTimer, heapTimer] { timer?.close() }
    manager?.stopTimer()
    loop.stop()
  }

  private func hurry() {
    guard loop.now >= stoppingSince + StopTime.patience else { return }
    log.warning("stops at once, as a second signal wants")
    noteWhatIsNotKept()
    endAtOnce()
  }

  /// Leaves without waiting for anything; the kernel ends the workers with the daemon.
  private func endAtOnce() -> Never {
    server?.stopAccepting()
    socket.release()
    _exit(1)
  }
}
