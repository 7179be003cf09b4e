import ArgumentParser
import ButtonClient
import ButtonProtocol
import Glibc
import JSONRPC

/// A recording that was read from a file and checked.
struct Recording {
  struct Entry {
    let number: Int
    let line: RecordedLine
  }

  let header: RecordingHeader
  let entries: [Entry]

  /// Errors name the line.
  init(path: String) throws(ClientError) {
    let text = try DocumentArgument.text(of: path)
    let name = path == "-" ? "standard input" : path
    var header: RecordingHeader?
    var entries: [Entry] = []
    var number = 0
    let parser = JSONParser(maxDepth: JSONParser.maxWrittenDepth)
    defer { withExtendedLifetime(parser) {} }
    var isEnded = false
    for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      if line.isEmpty { continue }
      let location = "\(name):\(number)"
      guard !isEnded else {
        throw Recording.fault(location, "the recording ended on the line before")
      }
      let parsed = line.withUnsafeBytes { bytes in
        Result { () throws(JSONParseError) in try parser.parse(copying: bytes) }
      }
      let element: JSONElement
      switch parsed {
      case .success(let value): element = value
      case .failure(let error): throw Recording.fault(location, error.explanation)
      }
      do {
        guard header != nil else {
          header = try RecordingHeader(json: element)
          continue
        }
        let line = try RecordedLine(json: element)
        if case .end = line { isEnded = true }
        entries.append(Entry(number: number, line: line))
      } catch {
        let path = error.path.map { " (\($0))" } ?? ""
        throw Recording.fault(location, error.message + path)
      }
    }
    guard let header else { throw Recording.fault("\(name):1", "the recording is empty") }
    guard isEnded else {
      throw Recording.fault(
        "\(name):\(number)",
        "the recording ends here without its last line: it was cut off or is still being written")
    }
    self.header = header
    self.entries = entries
    try check(name)
  }

  private func check(_ name: String) throws(ClientError) {
    var (inputs, frames) = (0, 0)
    for entry in entries {
      let location = "\(name):\(entry.number)"
      switch entry.line {
      case .input(let input):
        inputs += 1
        if let missed = input.missed {
          throw Recording.fault(
            location,
            "\(missed) input(s) before this one are missing because they came too fast to be "
              + "recorded; what follows cannot be played")
        }
      case .frame(let frame):
        if !frame.more { frames += 1 }
      case .settled: break
      case .end(let counted, let shown):
        guard counted == inputs, shown == frames else {
          throw Recording.fault(
            location,
            "expected \(counted) input(s) and \(shown) frame(s), found \(inputs) and \(frames)")
        }
      }
    }
  }

  private static func fault(_ location: String, _ text: String) -> ClientError {
    ClientError(.unsendable, "\(location): \(text)")
  }
}
