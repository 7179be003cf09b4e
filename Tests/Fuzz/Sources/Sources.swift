import ButtonModel
import SourceHost

/// What a source prints, behind a byte that says in what pieces it arrives: cut into lines the same way
/// in every piece, and each line made into changes by every format, or a fault that says why.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let input = Array(UnsafeBufferPointer(start: bytes, count: count))
  let output = Array(input.dropFirst())
  let lines = read(output, piece: output.count)
  precondition(lines == read(output, piece: 1 + Int(input.first ?? 0)), "pieces make a difference")
  for source in FuzzedSource.all {
    for case .line(let line) in lines { source.check(line) }
    source.check(output)
  }
  return 0
}

/// The lines of some output that arrives in pieces of a size.
private func read(_ output: [UInt8], piece: Int) -> [SourceLineReader.Event] {
  let most = 64
  var reader = SourceLineReader(maximumLineBytes: most)
  var events: [SourceLineReader.Event] = []
  var start = 0
  while start < output.count {
    let end = min(output.count, start + max(1, piece))
    output[start..<end].withUnsafeBytes { reader.receive($0) }
    while let event = reader.next() { events.append(event) }
    precondition(reader.pendingBytes <= most + 1, "more is kept than a line may have")
    start = end
  }
  for case .line(let line) in events {
    precondition(line.count <= most && !line.contains(0x0A), "an invalid line")
    precondition(line.contains { $0 != 0x20 && $0 != 0x09 }, "a line without anything")
  }
  return events
}

/// A source of some format.
private struct FuzzedSource {
  let definition: SourceDefinition
  let parser: SourceParser

  init(_ format: SourceFormat, key: String? = nil, keys: [String] = []) {
    var definition = SourceDefinition("s", ["true"], keys: keys)
    definition.format = format
    definition.key = key
    self.definition = definition
    parser = SourceParser(definition)
  }

  nonisolated(unsafe) static let all: [FuzzedSource] =
    SourceFormat.allCases.map { FuzzedSource($0, key: "a.b") }
    + [FuzzedSource(.json, keys: ["a.*", "b"])]

  /// Makes changes of what was printed, of keys that the source may write and with values that state
  /// may have.
  func check(_ text: [UInt8]) {
    do throws(SourceFault) {
      let changes = try parser.changes(in: text)
      for change in changes {
        precondition(StateKey.isValid(change.key), "no key")
        let name = change.key.string
        precondition(
          definition.key.map { name == $0 || name.hasPrefix($0 + ".") }
            ?? (name == "b" || name.hasPrefix("a.")), "a key of somebody else's")
        switch change.value {
        case .double(let number): precondition(number.isFinite, "a number that JSON has not")
        case .string(let text), .json(let text):
          precondition(Array(text.string.utf8) == text.bytes, "a text that is not UTF-8")
        case nil, .null, .bool, .int: break
        }
      }
      if definition.key != nil, definition.format != .waybar {
        precondition(changes.count == 1, "a line sets its one key")
      }
    } catch {
      precondition(!error.description.isEmpty && error.description.utf8.count < 2_048, "no words")
    }
  }
}
