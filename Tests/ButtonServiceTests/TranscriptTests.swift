import TestSupport
import Testing

/// A daemon in memory as transcripts see it.
private struct MemoryTransport: TranscriptTransport, ~Copyable {
  let daemon = MemoryDaemon()

  mutating func open(_ name: String) { daemon.open(name) }
  mutating func send(_ line: [UInt8], on name: String) { daemon.send(line, on: name) }
  mutating func receive(on name: String) -> [UInt8]? { daemon.receive(on: name) }
  mutating func isClosed(_ name: String) -> Bool { false }
  mutating func close(_ name: String) { daemon.close(name) }
}

@Suite struct TranscriptTests {
  static let names = Result { try Fixture.names(in: "Transcripts", endingIn: ".jsonl") }

  @Test(arguments: (try? names.get()) ?? [])
  func aTranscriptPlaysInMemory(name: String) throws {
    var transport = MemoryTransport()
    let difference = try TranscriptPlayer.play(try Transcript(name), against: &transport)
    #expect(difference == nil, "\(difference ?? "")")
  }

  @Test func thereAreTranscripts() throws {
    #expect(try Self.names.get().count >= 8)
  }

  @Test func aDifferenceIsFound() throws {
    var pattern = JSONPattern()
    func differs(_ wanted: String, _ found: String) throws -> Bool {
      try pattern.mismatch(JSONTree(parsing: wanted), JSONTree(parsing: found)) != nil
    }
    #expect(try !differs(#"{"a":"$x","b":["$x","$_"]}"#, #"{"b":[1,2],"a":1}"#))
    #expect(try differs(#"{"a":"$x"}"#, #"{"a":2}"#))
    #expect(try differs(#"{"a":1}"#, #"{"a":1,"b":2}"#))
    #expect(try !differs(#"{"a":1,"$more":true}"#, #"{"a":1,"b":2}"#))
    #expect(try differs(#"{"a":1,"$more":true}"#, #"{"b":2}"#))
    #expect(try differs("[1]", "[1,2]"))
    #expect(try !differs(#"[1,"$more"]"#, "[1,2]"))
    #expect(try differs("1", "1.0"))
  }
}
