import CSimdjson

/// A value of a parsed document, valid until the parser's next parse.
///
/// Reading allocates nothing and makes no C calls: an element is a position on simdjson's tape.
///
/// The tape is an array of 64-bit words. A word's top byte is its tag, an ASCII character: `{` `[`
/// `"` `t` `f` and `n` as in JSON, `l` for an `Int64`, `d` for a `Double`, `u` for a number that
/// fits neither. The other bytes are an offset: for a container to the word after its end, for a
/// string into `strings`. A number's value is in the word after its tag.
@usableFromInline
package struct JSONElement {
  @usableFromInline let word: UnsafePointer<UInt64>
  @usableFromInline let tape: UnsafePointer<UInt64>
  @usableFromInline let strings: UnsafeRawPointer

  @inlinable
  init(word: UnsafePointer<UInt64>, tape: UnsafePointer<UInt64>, strings: UnsafeRawPointer) {
    self.word = word
    self.tape = tape
    self.strings = strings
  }

  /// The first word of the tape stands for the document.
  init(document: csj_view) {
    self.init(
      word: document.tape + 1, tape: document.tape, strings: UnsafeRawPointer(document.strings))
  }

  @inlinable
  @inline(__always) var tag: UInt8 { UInt8(truncatingIfNeeded: word.pointee &>> 56) }

  @inlinable
  package var kind: JSONKind {
    switch tag {
    case UInt8(ascii: "{"): .object
    case UInt8(ascii: "["): .array
    case UInt8(ascii: "\""): .string
    case UInt8(ascii: "l"): .integer
    case UInt8(ascii: "u"): .outOfRangeInteger
    case UInt8(ascii: "d"): .double
    case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
    default: .null
    }
  }

  @inlinable package var isObject: Bool { tag == UInt8(ascii: "{") }
  @inlinable package var isArray: Bool { tag == UInt8(ascii: "[") }
  @inlinable package var isString: Bool { tag == UInt8(ascii: "\"") }
  @inlinable package var isNull: Bool { tag == UInt8(ascii: "n") }

  /// An integer beyond `Int64`, or a number beyond `Double`.
  @inlinable package var isOutOfRangeInteger: Bool { tag == UInt8(ascii: "u") }

  /// Nil unless it is written as an integer; `1.0` is not.
  @inlinable
  package var int: Int64? {
    tag == UInt8(ascii: "l") ? Int64(bitPattern: word[1]) : nil
  }

  /// Nil unless it is written with a fraction or an exponent; `1` is not.
  @inlinable
  package var double: Double? {
    tag == UInt8(ascii: "d") ? Double(bitPattern: word[1]) : nil
  }

  /// Any number in range, integers rounded to the nearest `Double`; nil for anything else.
  @inlinable
  package var number: Double? {
    switch tag {
    case UInt8(ascii: "d"): Double(bitPattern: word[1])
    case UInt8(ascii: "l"): Double(Int64(bitPattern: word[1]))
    default: nil
    }
  }

  @inlinable
  package var bool: Bool? {
    switch tag {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// Borrowed from the parser; nil unless it is a string.
  @inlinable
  package var text: JSONString? {
    isString ? Self.text(at: word, strings) : nil
  }

  /// A copy; nil unless it is a string.
  package var string: String? { text?.string }

  /// The members in document order, including duplicates; empty unless it is an object.
  @inlinable
  package var members: JSONMembers { JSONMembers(of: self) }

  /// Empty unless it is an array.
  @inlinable
  package var elements: JSONElements { JSONElements(of: self) }

  /// The last one if several have the name; nil if none has.
  @inlinable
  package func member(_ name: StaticString) -> JSONElement? {
    var found: JSONElement?
    for (key, value) in members where key == name { found = value }
    return found
  }

  /// The length of an array, or of an object with duplicates; 0 for anything else.
  package var count: Int {
    guard isObject || isArray else { return 0 }
    let saturated: UInt64 = 0xFF_FFFF
    let noted = (word.pointee &>> 32) & saturated
    guard noted == saturated else { return Int(noted) }
    var count = 0
    if isObject {
      for _ in members { count += 1 }
    } else {
      for _ in elements { count += 1 }
    }
    return count
  }

  /// Its words on the tape: one for a text, two for a number, a container's content and two.
  package var wordCount: Int { end - word }

  /// The position after the value.
  @inlinable
  @inline(__always) var end: UnsafePointer<UInt64> {
    switch tag {
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      tape + Int(truncatingIfNeeded: word.pointee & 0xFFFF_FFFF)
    case UInt8(ascii: "l"), UInt8(ascii: "u"), UInt8(ascii: "d"):
      word + 2
    default:
      word + 1
    }
  }

  /// The word is an offset to a 32-bit length, which the bytes follow.
  @inlinable
  @inline(__always)
  static func text(
    at word: UnsafePointer<UInt64>, _ strings: UnsafeRawPointer
  ) -> JSONString {
    let place = strings + Int(truncatingIfNeeded: word.pointee & 0xFF_FFFF_FFFF_FFFF)
    return JSONString(start: place + 4, count: Int(place.loadUnaligned(as: UInt32.self)))
  }
}
