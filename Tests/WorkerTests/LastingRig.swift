import Foundation

/// A rig for many tests. A worker ends with the thread that started it, and those that run tests come
/// and go, so that this one has a thread that stays, and starts all its workers there.
enum LastingRig {
  nonisolated(unsafe) private static var rig: Result<LookRig, any Error>?

  /// Starts the rig; to be called once.
  static func made() -> Result<LookRig, any Error> {
    let isMade = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      rig = Result {
        let rig = try LookRig()
        for plugin in ["checkout", "outline", "press", "themed"] { try rig.start(plugin) }
        return rig
      }
      isMade.signal()
      while true { pause() }
    }
    isMade.wait()
    return rig ?? .failure(CancellationError())
  }
}
