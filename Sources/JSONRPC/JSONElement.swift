import CSimdjson

/// One value of a parsed document: three pointers into its parser, valid until the next parse.
///
/// Reading allocates nothing and calls no C: it walks the parser's tape, 64-bit words whose top
/// byte names a type and whose rest points on.
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

  /// The root of a document; the tape's first word is the document itself.
  init(document: csj_view) {
    self.init(
      word: document.tape + 1, tape: document.tape, strings: UnsafeRawPointer(document.strings))
  }

  @inlinable
  @inline(__always) var tag: UInt8 { UInt8(truncatingIfNeeded: word.pointee &>> 56) }

  /// What kind of value this is.
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

  /// Whether it is an integer beyond `Int64`, or a number beyond `Double`.
  @inlinable package var isOutOfRangeInteger: Bool { tag == UInt8(ascii: "u") }

  /// The value of an integer; nil for all else, `1.0` too.
  @inlinable
  package var int: Int64? {
    tag == UInt8(ascii: "l") ? Int64(bitPattern: word[1]) : nil
  }

  /// The value of a number with fraction or exponent; nil for all else, `1` too.
  @inlinable
  package var double: Double? {
    tag == UInt8(ascii: "d") ? Double(bitPattern: word[1]) : nil
  }

  /// The value of any number in range, integers rounded to the nearest `Double`.
  @inlinable
  package var number: Double? {
    switch tag {
    case UInt8(ascii: "d"): Double(bitPattern: word[1])
    case UInt8(ascii: "l"): Double(Int64(bitPattern: word[1]))
    default: nil
    }
  }

  /// The value of `true` or `false`.
  @inlinable
  package var bool: Bool? {
    switch tag {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The bytes of a string.
  @inlinable
  package var text: JSONString? {
    isString ? Self.text(at: word, strings) : nil
  }

  /// A copy of a string.
  package var string: String? { text?.string }

  /// The members of an object in their order, duplicates too; none if it is no object.
  @inlinable
  package var members: JSONMembers { JSONMembers(of: self) }

  /// The elements of an array; none if it is no array.
  @inlinable
  package var elements: JSONElements { JSONElements(of: self) }

  /// The value of an object's member; of several with that name the last.
  @inlinable
  package func member(_ name: StaticString) -> JSONElement? {
    var found: JSONElement?
    for (key, value) in members where key == name { found = value }
    return found
  }

  /// The value of an object's member; of several with that name the last.
  @inlinable
  package func member(_ name: JSONString) -> JSONElement? {
    var found: JSONElement?
    for (key, value) in members where key == name { found = value }
    return found
  }

  /// How many members, duplicates counted, or elements; 0 if it is no container.
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

  /// The word behind a container's last, or behind any other value.
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

  /// A string's bytes: its word holds the place of a 32-bit length, which they follow.
  @inlinable
  @inline(__always)
  static func text(
    at word: UnsafePointer<UInt64>, _ strings: UnsafeRawPointer
  ) -> JSONString {
    let place = strings + Int(truncatingIfNeeded: word.pointee & 0xFF_FFFF_FFFF_FFFF)
    return JSONString(start: place + 4, count: Int(place.loadUnaligned(as: UInt32.self)))
  }
}
