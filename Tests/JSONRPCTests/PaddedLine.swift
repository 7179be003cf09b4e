@testable import JSONRPC

/// A line as the parser wants it, with the most misleading bytes behind it.
final class PaddedLine {
  private let memory: UnsafeMutableRawBufferPointer
  let bytes: UnsafeRawBufferPointer

  init(_ line: [UInt8], padding: UInt8 = UInt8(ascii: "0")) {
    memory = .allocate(byteCount: line.count + JSONParser.padding, alignment: 1)
    memory.initializeMemory(as: UInt8.self, repeating: padding)
    memory.copyBytes(from: line)
    bytes = UnsafeRawBufferPointer(rebasing: memory[..<line.count])
  }

  convenience init(_ line: String, padding: UInt8 = UInt8(ascii: "0")) {
    self.init(Array(line.utf8), padding: padding)
  }

  deinit {
    memory.deallocate()
  }
}

/// What parsing `line` throws, nil if it does not.
func parseError(_ line: [UInt8]) -> JSONParseError? {
  let parser = JSONParser()
  let padded = PaddedLine(line)
  defer { withExtendedLifetime(padded) {} }
  do {
    _ = try parser.parse(padded.bytes)
    return nil
  } catch {
    return error
  }
}

/// The canonical form of a document.
func canonical(_ text: String) throws -> String {
  let parser = JSONParser()
  var writer = JSONWriter()
  try writer.canonical(try parser.parse(text))
  return writer.string
}

/// What `body` writes.
func written(_ body: (inout JSONWriter) -> Void) -> String {
  var writer = JSONWriter(minimumCapacity: 0)
  body(&writer)
  return writer.string
}
