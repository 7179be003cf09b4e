import NIOCore
import NIOPosix

/// Looks whether an engine that was out of reach can be reached again, where it was last.
///
/// A connection that is closed at once costs the engine little, so it can be tried more often than a
/// handshake. No name is looked up: a resolver that does not answer would be asked again and again.
struct EngineProbe: Sendable {
  let place: SocketAddress
  let group: any EventLoopGroup

  /// How long the engine has to take the connection, and the range of the pause before the next.
  private static let limit = TimeAmount.seconds(1)
  private static let pauses: ClosedRange<UInt64> = 250...750

  /// Waits until the engine can be reached, at most some milliseconds; false if it cannot be then. With
  /// `mustBeAway` it must have been seen out of reach before: it is not enough that it is there.
  func returned(within milliseconds: UInt64, mustBeAway: Bool) async -> Bool {
    let end = NIODeadline.now() + .milliseconds(Int64(milliseconds))
    var wasAway = !mustBeAway
    while !Task.isCancelled {
      if await isReachable() {
        if wasAway { return true }
      } else {
        wasAway = true
      }
      let rest = (end - .now()).nanoseconds
      if rest <= 0 { return false }
      let pause = UInt64.random(in: Self.pauses) * 1_000_000
      try? await Task.sleep(nanoseconds: min(pause, UInt64(rest)))
    }
    return false
  }

  private func isReachable() async -> Bool {
    let bootstrap = ClientBootstrap(group: group).connectTimeout(Self.limit)
    guard let channel = try? await bootstrap.connect(to: place).get() else { return false }
    channel.close(promise: nil)
    return true
  }
}
