import ButtonClient
import ButtonModel

extension ButtonClient {
  /// What buttons look like once their plugins have answered. At first a daemon may have only the
  /// fallback; while these traits are subscribed to, it keeps the answers.
  func settledLooks(
    of match: ButtonMatch, traits: Traits
  ) async throws(ClientError) -> [ButtonLook] {
    var frames = buttons(matching: match, traits: traits).makeAsyncIterator()
    _ = try await frames.next()
    do throws(ClientError) {
      try await sync()
    } catch {
      // If a plugin hangs, take what there is.
      guard error.code == .timeout else { throw error }
    }
    let records = try await looks(of: match, traits: traits)
    return withExtendedLifetime(frames) { records }
  }
}
