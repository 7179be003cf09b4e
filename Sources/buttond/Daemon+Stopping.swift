import ButtonEngine
import ButtonSocket
import Glibc
import Logging
import PluginHost
import UVLoop

/// How the daemon ends: no more requests, everything that is due is published, then clients and
/// workers go.
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
    case running
    /// Nothing is read any more; what was read is being published.
    case draining
    /// Clients and workers are gone or going.
    case ending
  }

  /// A signal asks for the end.
  func stop() {
    guard phase == .running else { return hurry() }
    log.info("stopping")
    phase = .draining
    stoppingSince = loop.now
    tellManagerStopping()
    server?.stopReading()
    do {
      stopTimer = try Timer(on: loop) { [unowned self] in stopTimerFired() }
      try stopTimer?.start(after: StopTime.drain)
    } catch {
      log.error("cannot set the timer of the stop: \(error)")
      end()
    }
  }

  /// After a turn: goes on as soon as everything is published and sent.
  func endIfDrained() {
    guard phase == .draining, engine.isSettled, server?.hasUnsentOutput != true else { return }
    end()
  }

  private func stopTimerFired() {
    if phase == .draining {
      log.notice("stops although not everything could be published in time")
      end()
    } else {
      log.error("something hangs; stops without waiting for it")
      endAtOnce()
    }
  }

  /// Ends every client, worker and handle.
  private func end() {
    phase = .ending
    let passed = loop.now - stoppingSince
    do {
      try stopTimer?.start(after: StopTime.total - min(passed, StopTime.total - 1))
    } catch {
      endAtOnce()
    }
    server?.close()
    host.stop { [unowned self] in
      for signal in signals { signal.close() }
      prepare?.close()
      for timer in [timer, stopTimer, watchdog, logTimer] { timer?.close() }
      loop.stop()
    }
  }

  private func hurry() {
    guard loop.now >= stoppingSince + StopTime.patience else { return }
    log.warning("stops at once, as a second signal wants")
    endAtOnce()
  }

  /// Leaves without waiting for anything; the kernel ends the workers with the daemon.
  private func endAtOnce() -> Never {
    server?.stopAccepting()
    socket.release()
    _exit(1)
  }
}
