import TestSupport
import Testing

extension DaemonTests {
  @Suite struct TranscriptTests {
    static let names = Result { try Fixture.names(in: "Transcripts", endingIn: ".jsonl") }

    @Test(arguments: (try? names.get()) ?? [])
    func aTranscriptPlaysAgainstALiveDaemon(name: String) throws {
      var transport = LiveTransport(try DaemonProcess.withoutPlugins())
      let difference = try TranscriptPlayer.play(try Transcript(name), against: &transport)
      #expect(difference == nil, "\(difference ?? "")")
    }

    @Test func thereAreTranscripts() throws {
      #expect(try !Self.names.get().isEmpty)
    }
  }
}
