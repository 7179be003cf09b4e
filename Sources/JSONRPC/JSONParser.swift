import CSimdjson

/// Turns a line into a `JSONElement`; one parser is reused for all lines of a thread.
///
/// Allocates only for a line longer than any before. The document lives in the parser: an
/// element is valid until the next parse, and only as long as somebody holds the parser.
package final class JSONParser {
  /// How many containers may lie inside one another.
  package static let maxDepth = 64

  /// How many readable bytes must follow a line given to `parse`.
  package static let padding = 64

  private let core: OpaquePointer
  private var scratch = JSONWriter(minimumCapacity: 0)

  package init() {
    guard let core = csj_create() else { preconditionFailure("no memory for a JSON parser") }
    self.core = core
  }

  deinit {
    csj_destroy(core)
  }

  /// Parses one document, behind which `padding` more bytes must be readable, whatever they hold.
  ///
  /// A number that fits neither 64 bits nor a `Double` is no error here: its element is an
  /// `isOutOfRangeInteger`, so that a decoder can name the place.
  package func parse(_ line: UnsafeRawBufferPointer) throws(JSONParseError) -> JSONElement {
    var view = csj_view()
    let code = run(line, depth: Self.maxDepth, &view)
    guard code == CSJ_OK else { return try parseAgain(line, after: code) }
    return JSONElement(document: view)
  }

  /// Parses a document without readable bytes behind it, by copying it first.
  package func parse(copying text: UnsafeRawBufferPointer) throws(JSONParseError) -> JSONElement {
    var copy = JSONWriter(minimumCapacity: text.count + Self.padding)
    copy.raw(text)
    return try parse(copy.bytes)
  }

  /// Parses a document held in a string.
  package func parse(_ text: String) throws(JSONParseError) -> JSONElement {
    var copy = JSONWriter(minimumCapacity: text.utf8.count + Self.padding)
    copy.raw(text)
    return try parse(copy.bytes)
  }

  /// Gives memory that long lines needed back; every element becomes invalid.
  package func trim() {
    csj_trim(core)
    scratch = JSONWriter(minimumCapacity: 0)
  }

  /// Bytes of line that can be parsed without allocating.
  package var capacity: Int { csj_capacity(core) }

  @inline(__always)
  private func run(
    _ text: UnsafeRawBufferPointer, depth: Int, _ view: inout csj_view
  ) -> csj_code {
    guard let start = text.baseAddress else { return CSJ_EMPTY }
    return csj_parse(
      core, start.assumingMemoryBound(to: UInt8.self), text.count, depth, &view)
  }

  /// The rare ways out of an error: numbers that do not fit, and the parser's idea of depth, which
  /// does not count an innermost empty container.
  @inline(never)
  private func parseAgain(
    _ line: UnsafeRawBufferPointer, after firstCode: csj_code
  ) throws(JSONParseError) -> JSONElement {
    var code = firstCode
    var text = line
    var depth = Self.maxDepth
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
      case CSJ_DEPTH where depth == Self.maxDepth:
        guard NestingDepth.of(text) <= Self.maxDepth else { throw .tooDeep }
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
