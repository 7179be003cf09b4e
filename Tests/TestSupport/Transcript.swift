/// A conversation with a fresh daemon without plugins, step by step, from `Tests/Transcripts`.
///
/// One object per line: `{"send": …}` one line to the daemon, `{"expect": …}` the next line from it,
/// as a ``JSONPattern``; `"text"` instead of `send` gives the bytes themselves. `"on": "name"` picks
/// a connection other than `"a"`; a connection is opened when it is first named, and
/// `{"close": "name"}` ends one. `{"expectClose": "name"}`: the daemon closes it.
/// `{"about": …}` is a remark.
package struct Transcript: Sendable {
  /// One thing to do or to see.
  package enum Step: Sendable {
    case send(JSONTree, on: String)
    case sendText(String, on: String)
    case expect(JSONTree, on: String)
    case close(String)
    case expectClose(String)
  }

  package let name: String
  package let steps: [(line: Int, step: Step)]

  /// A line of a transcript that is none of the steps.
  package struct UnknownStep: Error {
    package let transcript: String
    package let line: Int
  }

  /// Reads `Tests/Transcripts/<name>`.
  package init(_ name: String, caller: String = #filePath) throws {
    let fixture = try Fixture("Transcripts/\(name)", caller: caller)
    self.name = name
    var steps: [(line: Int, step: Step)] = []
    for line in fixture.lines {
      let connection = line.value["on"]?.string ?? "a"
      if let message = line.value["send"] {
        steps.append((line.number, .send(message, on: connection)))
      } else if let text = line.value["text"]?.string {
        steps.append((line.number, .sendText(text, on: connection)))
      } else if let pattern = line.value["expect"] {
        steps.append((line.number, .expect(pattern, on: connection)))
      } else if let name = line.value["close"]?.string {
        steps.append((line.number, .close(name)))
      } else if let name = line.value["expectClose"]?.string {
        steps.append((line.number, .expectClose(name)))
      } else if line.value["about"] == nil {
        throw UnknownStep(transcript: name, line: line.number)
      }
    }
    self.steps = steps
  }
}
