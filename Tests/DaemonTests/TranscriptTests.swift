import TestSupport
import Testing

extension DaemonTests {
  @Suite struct TranscriptTests {
    /// Of those that are played in memory, ones that live on order and presses.
    @Test(arguments: ["presses.jsonl", "subscriptions.jsonl"])
    func aTranscriptPlaysAgainstALiveDaemon(name: String) throws {
      var transport = LiveTransport(try DaemonProcess())
      let difference = try TranscriptPlayer.play(try Transcript(name), against: &transport)
      #expect(difference == nil, "\(difference ?? "")")
    }
  }
}
