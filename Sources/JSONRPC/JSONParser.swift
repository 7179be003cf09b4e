import CSimdjson

/// Parses lines into `JSONElement`s. A thread reuses one parser for all lines.
///
/// Allocates only for a line longer than any before. The parser owns the document: an element is
/// valid until the next parse and while the parser exists.
package final class JSONParser {
  /// The deepest nesting of containers in what the daemon reads.
  package static let maxDepth = 64

  /// The deepest nesting in what it writes: answers wrap what requests brought in more containers.
  package static let maxWrittenDepth = 72

  /// Bytes that must be readable after a line given to `parse`; their content does not matter.
  package static let padding = 64

  private let core: OpaquePointer
  private let maxDepth: Int
  private var scratch = JSONWriter(minimumCapacity: 0)

  package init(maxDepth: Int = JSONParser.maxDepth) {
    self.maxDepth = maxDepth
    guard let core = csj_create() else { preconditionFailure("no memory for a JSON parser") }
    self.core = core
  }

  deinit {
    csj_destroy(core)
  }

  /// Requires `padding` readable bytes after the line.
  ///
  /// A number that fits neither 64 bits nor a `Double` is not an error: it becomes an
  /// `isOutOfRangeInteger`, so that a decoder can report its path.
  package func parse(_ line: UnsafeRawBufferPointer) throws(JSONParseError) -> JSONElement {
    var view = csj_view()
    let code = run(line, depth: maxDepth, &view)
    guard code == CSJ_OK else { return try parseAgain(line, after: code) }
    return JSONElement(document: view)
  }

  /// Parses a document without readable bytes after it.
  package func parse(copying text: UnsafeRawBufferPointer) throws(JSONParseError) -> JSONElement {
    var copy = JSONWriter(minimumCapacity: text.count + Self.padding)
    copy.raw(text)
    return try parse(copy.bytes)
  }

  package func parse(_ text: String) throws(JSONParseError) -> JSONElement {
    var copy = JSONWriter(minimumCapacity: text.utf8.count + Self.padding)
    copy.raw(text)
    return try parse(copy.bytes)
  }

  /// The longest line that is parsed without allocating, in bytes.
  package var capacity: Int { csj_capacity(core) }

  @inline(__always)
  private func run(
    _ text: UnsafeRawBufferPointer, depth: Int, _ view: inout csj_view
  ) -> csj_code {
    guard let start = text.baseAddress else { return CSJ_EMPTY }
    return csj_parse(
      core, start.assumingMemoryBound(to: UInt8.self), text.count, depth, &view)
  }

  /// Retries after an error with two rare causes: a number that does not fit, and an innermost
  /// empty container, which simdjson does not count as depth.
  @inline(never)
  private func parseAgain(
    _ line: UnsafeRawBufferPointer, after firstCode: csj_code
  ) throws(JSONParseError) -> JSONElement {
    var code = firstCode
    var text = line
    var depth = maxDepth
    var view = csj_view()
    while true {
      switch code {
      case CSJ_OK:
        return JSONElement(document: view)
      case CSJ_NUMBER where text.baseAddress == line.baseAddress:
        scratch.removeAll(keepingCapacity: true)
        guard OutOfRangeNumbers.replace(in: line, into: &scratch) else { throw .syntax }
        scratch.reserve(Self.padding)
        text = scratch.bytes
      case CSJ_DEPTH where depth == maxDepth:
        guard RawScanner.depth(of: text) <= maxDepth else { throw .tooDeep }
        depth += 1
      case CSJ_CAPACITY:
        throw .tooLarge
      default:
        throw .syntax
      }
      code = run(text, depth: depth, &view)
    }
  }
}
