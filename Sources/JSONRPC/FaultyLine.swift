/// A JSON line with faults that no request may have, which it replaces so that the line can be
/// parsed and refused by its id.
package struct FaultyLine: ~Copyable {
  package enum Fault: Hashable, Sendable {
    /// Half of a surrogate pair, which UTF-8 cannot encode: `\ud83d`.
    case halfOfPair
    /// A container within ``JSONParser/maxDepth`` others.
    case tooDeep
  }

  /// The first fault.
  package let fault: Fault

  /// Names and indices that lead to the fault, at most the first ``longestPath``.
  package let path: String

  private let text: JSONWriter

  /// The longest path, in names and indices.
  package static let longestPath = 8

  /// Followed by ``JSONParser/padding`` readable bytes.
  package var repaired: UnsafeRawBufferPointer { text.bytes }

  /// Nil for a line without faults. The bytes need not be JSON.
  package init?(_ line: UnsafeRawBufferPointer) {
    var search = Search(line)
    search.run()
    guard let (fault, path) = search.first else { return nil }
    self.fault = fault
    self.path = path
    text = search.output
  }
}

/// Copies a line without its faults, in one pass.
private struct Search: ~Copyable {
  private enum Place {
    case member(UnsafeRawBufferPointer)
    case element(Int)
  }

  private let line: UnsafeRawBufferPointer
  private var scanner: RawScanner
  private var places: [Place] = []
  private var isBeforeName = false
  private var copied = 0
  var output: JSONWriter
  var first: (FaultyLine.Fault, String)?

  init(_ line: UnsafeRawBufferPointer) {
    self.line = line
    scanner = RawScanner(line)
    output = JSONWriter(minimumCapacity: line.count + JSONParser.padding)
  }

  mutating func run() {
    while let byte = scanner.peek() {
      switch byte {
      case UInt8(ascii: "\""):
        readString()
        continue
      case UInt8(ascii: "["), UInt8(ascii: "{"):
        if places.count == JSONParser.maxDepth {
          let start = scanner.offset
          scanner.skipValue()
          replace(start..<scanner.offset, by: "null", .tooDeep)
          continue
        }
        isBeforeName = byte == UInt8(ascii: "{")
        places.append(isBeforeName ? .member(slice(0..<0)) : .element(0))
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        _ = places.popLast()
        isBeforeName = false
      case UInt8(ascii: ","):
        switch places.last {
        case .element(let index): places[places.count - 1] = .element(index + 1)
        case .member: isBeforeName = true
        case nil: break
        }
      default:
        break
      }
      scanner.advance()
    }
    output.raw(slice(copied..<line.count))
    output.reserve(JSONParser.padding)
  }

  private mutating func readString() {
    let start = scanner.offset
    scanner.skipString()
    let end = scanner.offset
    if isBeforeName, end - start >= 2 {
      places[places.count - 1] = .member(slice(start + 1..<end - 1))
      isBeforeName = false
    }
    var at = start + 1
    while at + 1 < end {
      guard line[at] == UInt8(ascii: "\\") else {
        at += 1
        continue
      }
      switch surrogate(at, end) {
      case 0xD800..<0xDC00:
        if case 0xDC00..<0xE000 = surrogate(at + 6, end) {
          at += 12
        } else {
          replace(at..<at + 6, by: "\\ufffd", .halfOfPair)
          at += 6
        }
      case 0xDC00..<0xE000:
        replace(at..<at + 6, by: "\\ufffd", .halfOfPair)
        at += 6
      default:
        at += 2
      }
    }
  }

  /// The code unit of the escape there, before `end`; 0 if there is none.
  private func surrogate(_ at: Int, _ end: Int) -> UInt16 {
    guard at + 6 <= end, line[at] == UInt8(ascii: "\\"), line[at + 1] == UInt8(ascii: "u") else {
      return 0
    }
    return UInt16(String(decoding: line[at + 2..<at + 6], as: UTF8.self), radix: 16) ?? 0
  }

  private mutating func replace(
    _ range: Range<Int>, by text: StaticString, _ fault: FaultyLine.Fault
  ) {
    output.raw(slice(copied..<range.lowerBound))
    output.raw(text)
    copied = range.upperBound
    if first == nil { first = (fault, path) }
  }

  private var path: String {
    var path = ""
    for place in places.prefix(FaultyLine.longestPath) {
      switch place {
      case .member(let name):
        if !path.isEmpty { path += "." }
        path += String(decoding: name, as: UTF8.self)
      case .element(let index):
        path += "[\(index)]"
      }
    }
    return path
  }

  private func slice(_ range: Range<Int>) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: line[range])
  }
}
