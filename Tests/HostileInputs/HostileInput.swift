import JSONRPC

/// Runs everything JSONRPC does with untrusted bytes in one call, for fuzzers and random tests.
package enum HostileInput {
  /// Reads `bytes` as a stream of lines in every way that JSONRPC offers, and traps if two ways
  /// disagree. Returns how many lines were JSON.
  @discardableResult
  package static func exercise(_ bytes: UnsafeRawBufferPointer) -> Int {
    let parser = JSONParser()
    let whole = read([bytes], parser)
    let middle = bytes.count / 2
    let halves = read(
      [
        UnsafeRawBufferPointer(rebasing: bytes[..<middle]),
        UnsafeRawBufferPointer(rebasing: bytes[middle...]),
      ], parser)
    precondition(whole == halves, "a stream cut in two reads differently")
    return whole
  }

  private static func read(_ pieces: [UnsafeRawBufferPointer], _ parser: JSONParser) -> Int {
    var splitter = LineSplitter(maxLineBytes: 4096)
    var documents = 0
    for piece in pieces {
      var padded = JSONWriter(minimumCapacity: piece.count + JSONParser.padding)
      padded.raw(piece)
      var rest = padded.bytes
      while case .line(let line) = splitter.next(in: &rest) {
        precondition(line.count <= splitter.maxLineBytes, "a line is longer than allowed")
        guard let root = try? parser.parse(line) else {
          if let faulty = FaultyLine(line) {
            precondition(FaultyLine(faulty.repaired)?.fault == nil, "a fault is left")
          }
          continue
        }
        documents += 1
        readMessages(root, line)
        readValue(root, parser)
      }
    }
    return documents
  }

  /// Checks that every id is a single value of a type that ids may have.
  private static func readMessages(_ root: JSONElement, _ line: UnsafeRawBufferPointer) {
    let other = JSONParser()
    var reader = EnvelopeReader(root, line: line)
    var writer = JSONWriter()
    var count = 0
    while let message = reader.next() {
      count += 1
      let id: RequestIDView =
        switch message {
        case .call(let call): call.id
        case .invalid(let id, _): id
        }
      writer.removeAll(keepingCapacity: true)
      writer.id(id)
      let kind = (try? other.parse(copying: writer.bytes))?.kind
      switch kind {
      case .string, .integer, .outOfRangeInteger, .double, .null: break
      default: preconditionFailure("an id came back as something else")
      }
    }
    precondition(count == (reader.isBatch ? root.count : 1), "a message is missing")
    _ = ResponseEnvelope(root, line: line)
  }

  /// Checks that the canonical form of a canonical form is itself.
  private static func readValue(_ root: JSONElement, _ parser: JSONParser) {
    var first = JSONWriter()
    guard (try? first.canonical(root)) != nil else { return }
    var second = JSONWriter()
    guard let again = try? parser.parse(copying: first.bytes), (try? second.canonical(again)) != nil
    else { preconditionFailure("a canonical form is not JSON") }
    precondition(first.bytes.elementsEqual(second.bytes), "a canonical form has another one")
  }
}
