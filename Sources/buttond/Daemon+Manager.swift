import Glibc
import Logging
import UVLoop

/// What a service manager is told.
extension Daemon {
  /// The daemon reads what was kept, which may take its time: says so, and asks the manager again and
  /// again to wait, for an hour at the most.
  func tellManagerStarting() {
    guard let manager, stateFolder != nil else { return }
    let began = loop.now
    manager.send(["EXTEND_TIMEOUT_USEC=30000000", "STATUS=reading what was kept"])
    do {
      startTimer = try Timer(on: loop) { [self] in
        if loop.now > began + 3_600_000 { return }
        manager.send(["EXTEND_TIMEOUT_USEC=30000000"], mayWait: false)
      }
      try startTimer?.start(after: 10_000, every: 10_000)
      startTimer?.isReferenced = false
    } catch {
      log.error("the service manager will not hear that the start lasts: \(error)")
    }
  }

  /// The daemon serves: says so, and goes on to say that it lives.
  func tellManagerReady() {
    startTimer?.close()
    startTimer = nil
    guard let manager else { return }
    if !manager.send(["READY=1", "STATUS=listening on \(socket.path)"]) {
      log.warning("the service manager does not hear that the daemon is ready")
    }
    guard let interval = manager.watchdogInterval else { return }
    do {
      // On the loop, so that the signs of life end when the loop hangs.
      watchdog = try Timer(on: loop) { manager.send(["WATCHDOG=1"], mayWait: false) }
      try watchdog?.start(after: interval, every: interval)
      watchdog?.isReferenced = false
    } catch {
      log.error("the service manager will not hear that the daemon lives: \(error)")
    }
  }

  /// The configuration is being read again.
  func tellManagerReloading() {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    let microseconds = Int(time.tv_sec) * 1_000_000 + time.tv_nsec / 1_000
    manager?.send(["RELOADING=1", "MONOTONIC_USEC=\(microseconds)"])
  }

  /// The configuration was read again, or was found to be wrong.
  func tellManagerReloaded(isRight: Bool) {
    let status =
      isRight
      ? "listening on \(socket.path)"
      : "the configuration is wrong; the one before stays in force: see the log"
    manager?.send(["READY=1", "STATUS=\(status)"])
  }

  /// The daemon is about to end.
  func tellManagerStopping() { manager?.send(["STOPPING=1", "STATUS=stopping"]) }
}
