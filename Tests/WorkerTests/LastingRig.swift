import Foundation

/// A rig for many tests. A worker ends with the thread that started it, and those that run tests come
/// and go, so that this one has a thread that stays.
enum LastingRig {
  nonisolated(unsafe) private static var rig: Result<LookRig, any Error>?

  /// Starts the rig; to be called once.
  static func made() -> Result<LookRig, any Error> {
    let isMade = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      rig = Result { try LookRig() }
      isMade.signal()
      while true { pause() }
    }
    isMade.wait()
    return rig ?? .failure(CancellationError())
  }
}
