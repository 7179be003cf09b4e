import ButtonClient
import ButtonProtocol
import TestSupport
import Testing

@testable import buttonctl

/// What a replay makes of recorded requests.
@Suite struct PlayerTests {
  /// The params that are played for recorded ones.
  private func played(_ params: String) throws -> String {
    let input = InputReceivedNotification(
      subscription: "", at: 0, revision: 0, connection: 0, client: nil, inputMethod: "state.set",
      params: Array(params.utf8))
    return Player.params(of: input).text
  }

  @Test(arguments: [
    (#"{"values":{"wait":1}}"#, #"{"values":{"wait":1}}"#),
    (#"{"values":{},"wait":"published","ifRevision":4}"#, #"{"values":{}}"#),
    (
      #"{"lease":"till","silentAfterMs":50,"values":{}}"#,
      #"{"lease":"till","values":{},"silentAfterMs":86400000}"#
    ),
    (
      #"{"values":{},"lease":"till"}"#,
      #"{"values":{},"lease":"till","silentAfterMs":86400000}"#
    ),
    (
      #"{"values":{},"lease":"till","silentAfterMs":0}"#,
      #"{"values":{},"lease":"till","silentAfterMs":0}"#
    ),
    (#"{"values":{},"lease":null}"#, #"{"values":{},"lease":null}"#),
  ])
  func paramsDependOnNoMoment(recorded: String, played: String) throws {
    #expect(try self.played(recorded) == played)
  }
}
