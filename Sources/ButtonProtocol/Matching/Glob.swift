package import ButtonModel
import Glibc

/// One pattern over ids: `*` is any run of characters, dots included, `?` is one, the rest is
/// literal.
package struct Glob: Hashable, Sendable {
  private enum Shape: Hashable {
    case everything
    /// Text, then `*` at the end.
    case prefix
    /// `*` at the start, then text.
    case suffix
    case general
  }

  private let pattern: [UInt8]
  private let shape: Shape
  /// The length of the shortest id that fits.
  package let minimumBytes: Int

  private static let star = UInt8(ascii: "*")
  private static let question = UInt8(ascii: "?")
  /// The work of one look at an id's beginning or end.
  private static let workOfOne = 10

  package init(_ text: UTF8String) {
    let bytes = text.bytes
    pattern = bytes
    minimumBytes = bytes.count { $0 != Glob.star }
    let wildcards = bytes.indices.filter { bytes[$0] == Glob.star || bytes[$0] == Glob.question }
    if bytes == [Glob.star] {
      shape = .everything
    } else if wildcards == [bytes.count - 1], bytes.last == Glob.star {
      shape = .prefix
    } else if wildcards == [0], bytes.first == Glob.star {
      shape = .suffix
    } else {
      shape = .general
    }
  }

  /// The bytes before the first wildcard, with which every fitting id begins.
  package var prefix: UTF8String {
    UTF8String(bytes: Array(pattern.prefix { $0 != Glob.star && $0 != Glob.question }))
  }

  /// Passes the bytes that every fitting id has.
  func withLiterals<R>(_ body: (UnsafeRawBufferPointer) -> R) -> R {
    pattern.filter { $0 != Glob.star && $0 != Glob.question }.withUnsafeBytes(body)
  }

  /// Adds to `work` what it took.
  package func matches(_ id: UnsafeRawBufferPointer, work: inout Int) -> Bool {
    work &+= Glob.workOfOne
    if id.count < minimumBytes { return false }
    return pattern.withUnsafeBytes { pattern in
      switch shape {
      case .everything: return true
      case .prefix:
        let text = UnsafeRawBufferPointer(rebasing: pattern.dropLast())
        return Glob.equal(id.prefix(text.count), text)
      case .suffix:
        let text = UnsafeRawBufferPointer(rebasing: pattern.dropFirst())
        return Glob.equal(id.suffix(text.count), text)
      case .general: return Glob.fits(id, pattern, &work)
      }
    }
  }

  /// Whether some id fits both patterns. Takes as many steps as the product of their lengths.
  package func overlaps(_ other: Glob) -> Bool {
    // Row by row: whether the rests of the two patterns have an id in common.
    var below = [Bool](repeating: false, count: other.pattern.count + 1)
    for row in (0...pattern.count).reversed() {
      var here = [Bool](repeating: false, count: other.pattern.count + 1)
      let one = row < pattern.count ? pattern[row] : nil
      for column in (0...other.pattern.count).reversed() {
        let two = column < other.pattern.count ? other.pattern[column] : nil
        switch (one, two) {
        case (nil, nil): here[column] = true
        case (Glob.star?, nil): here[column] = below[column]
        case (nil, Glob.star?): here[column] = here[column + 1]
        case (Glob.star?, _), (_, Glob.star?): here[column] = below[column] || here[column + 1]
        case (let one?, let two?):
          let fits = one == two || one == Glob.question || two == Glob.question
          here[column] = fits && below[column + 1]
        case (nil, _), (_, nil): here[column] = false
        }
      }
      below = here
    }
    return below[0]
  }

  private static func equal(
    _ slice: Slice<UnsafeRawBufferPointer>, _ text: UnsafeRawBufferPointer
  ) -> Bool {
    guard let a = UnsafeRawBufferPointer(rebasing: slice).baseAddress, let b = text.baseAddress
    else { return text.isEmpty }
    return memcmp(a, b, text.count) == 0
  }

  /// Greedy with one point of return: on a mismatch the latest `*` takes one more character.
  private static func fits(
    _ id: UnsafeRawBufferPointer, _ pattern: UnsafeRawBufferPointer, _ work: inout Int
  ) -> Bool {
    var steps = 0
    defer { work &+= steps }
    var i = 0
    var p = 0
    var resumePattern = -1
    var resumeID = 0
    while i < id.count {
      steps &+= 2
      if p < pattern.count, pattern[p] == star {
        resumePattern = p + 1
        resumeID = i
        p += 1
      } else if p < pattern.count, pattern[p] == question || pattern[p] == id[i] {
        i += 1
        p += 1
      } else if resumePattern >= 0 {
        resumeID += 1
        i = resumeID
        p = resumePattern
      } else {
        return false
      }
    }
    while p < pattern.count, pattern[p] == star { p += 1 }
    return p == pattern.count
  }
}
