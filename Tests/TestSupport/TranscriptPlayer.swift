/// What a transcript is played against: a daemon in memory, or a live one behind a socket.
package protocol TranscriptTransport: ~Copyable {
  /// Connects under a name.
  mutating func open(_ name: String) throws
  /// Sends a line, given without its end.
  mutating func send(_ line: [UInt8], on name: String) throws
  /// The next line without its end; nil when none comes in reasonable time, or none will come.
  mutating func receive(on name: String) throws -> [UInt8]?
  /// True when the daemon has closed the connection, or does so in reasonable time.
  mutating func isClosed(_ name: String) throws -> Bool
  /// Disconnects.
  mutating func close(_ name: String) throws
}

/// Plays transcripts and says where what happens differs from what is written.
package enum TranscriptPlayer {
  /// Plays all steps; the first difference, with its place, or nil.
  package static func play(
    _ transcript: Transcript, against transport: inout some TranscriptTransport & ~Copyable
  ) throws -> String? {
    var pattern = JSONPattern()
    var open: Set<String> = []
    for (line, step) in transcript.steps {
      if let name = step.connection, open.insert(name).inserted { try transport.open(name) }
      let difference: String?
      switch step {
      case .send(let message, let name):
        try transport.send(Array(pattern.filled(message).text.utf8), on: name)
        difference = nil
      case .sendText(let text, let name):
        try transport.send(Array(text.utf8), on: name)
        difference = nil
      case .expect(let wanted, let name):
        if let received = try transport.receive(on: name) {
          let text = String(decoding: received, as: UTF8.self)
          difference = pattern.mismatch(wanted, try JSONTree(parsing: text)).map {
            "\($0)\n  in \(text)"
          }
        } else {
          difference = "nothing came; wanted \(wanted.text)"
        }
      case .close(let name):
        try transport.close(name)
        open.remove(name)
        difference = nil
      case .expectClose(let name):
        difference = try transport.isClosed(name) ? nil : "\(name) is still open"
        open.remove(name)
      }
      if let difference { return "\(transcript.name):\(line): \(difference)" }
    }
    return nil
  }
}

extension Transcript.Step {
  /// The connection that must be open for the step.
  fileprivate var connection: String? {
    switch self {
    case .send(_, let name), .sendText(_, let name), .expect(_, let name): name
    case .close, .expectClose: nil
    }
  }
}
