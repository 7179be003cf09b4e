import CSimdjson

extension JSONWriter {
  package mutating func int(_ value: Int64) {
    separate()
    reserve(20)
    if value < 0 { raw(byte: UInt8(ascii: "-")) }
    digits(value.magnitude)
  }

  package mutating func int(_ value: Int) {
    int(Int64(value))
  }

  package mutating func int(_ value: UInt64) {
    separate()
    digits(value)
  }

  /// Appends the shortest number that reads back as `value`, always with a `.` or an exponent. The
  /// value must be finite, as JSON has no other numbers, unless the writer may replace it.
  package mutating func double(_ value: Double) {
    guard value.isFinite else { return replaceNumber() }
    separate()
    if value.sign == .minus { raw(byte: UInt8(ascii: "-")) }
    let magnitude = value.magnitude
    if let thousandths = Self.thousandths(magnitude), Double(thousandths) / 1000 == magnitude {
      fixed(thousandths: thousandths, keepsPoint: true)
    } else {
      shortest(magnitude)
    }
  }

  /// Rounds a finite number to 0.001, ties away from zero; no exponent, no trailing zeros: `1`,
  /// `5.95`, `-0.5`; never `-0`.
  package mutating func number(rounded3 value: Double) {
    precondition(value.isFinite, "JSON has no infinities")
    separate()
    let magnitude = value.magnitude
    if magnitude < 1e9, case let whole = UInt32(magnitude), Double(whole) == magnitude {
      if value < 0 { raw(byte: UInt8(ascii: "-")) }
      digits(UInt64(whole))
    } else if let thousandths = Self.thousandths(magnitude) {
      if value < 0, thousandths > 0 { raw(byte: UInt8(ascii: "-")) }
      fixed(thousandths: thousandths, keepsPoint: false)
    } else {
      if value < 0 { raw(byte: UInt8(ascii: "-")) }
      plain(magnitude)
    }
  }

  /// `value` × 1000, rounded; nil from 1e12 on, where that is not exact.
  ///
  /// If dividing by 1000 gives `value` back, this is its shortest form: a decimal of at most 15
  /// digits always reads back as itself.
  private static func thousandths(_ value: Double) -> UInt64? {
    guard value < 1e12 else { return nil }
    return UInt64((value * 1000).rounded(.toNearestOrAwayFromZero))
  }

  private mutating func replaceNumber() {
    precondition(replacesNumbers, "JSON has no infinities")
    hasReplacedNumber = true
    null()
  }

  private mutating func fixed(thousandths: UInt64, keepsPoint: Bool) {
    let (whole, fraction) = thousandths.quotientAndRemainder(dividingBy: 1000)
    digits(whole)
    guard fraction > 0 || keepsPoint else { return }
    reserve(4)
    raw(byte: UInt8(ascii: "."))
    raw(byte: UInt8(ascii: "0") + UInt8(fraction / 100))
    guard fraction % 100 > 0 else { return }
    raw(byte: UInt8(ascii: "0") + UInt8(fraction / 10 % 10))
    guard fraction % 10 > 0 else { return }
    raw(byte: UInt8(ascii: "0") + UInt8(fraction % 10))
  }

  /// Magnitudes from 0.0001 up to 1e16 get a decimal point, others an exponent.
  private mutating func shortest(_ value: Double) {
    withShortestDigits(of: value) { writer, digits, exponent in
      switch exponent {
      case 0..<16:
        writer.placePoint(digits, behind: exponent + 1)
      case -4..<0:
        writer.raw("0.")
        writer.zeros(-exponent - 1)
        writer.raw(digits)
      default:
        writer.placePoint(digits, behind: 1)
        if digits.count == 1 { writer.length -= 2 }
        writer.raw(byte: UInt8(ascii: "e"))
        if exponent < 0 { writer.raw(byte: UInt8(ascii: "-")) }
        writer.digits(UInt64(exponent.magnitude))
      }
    }
  }

  /// Writes 1e12 or more without an exponent; the shortest form has at most five decimals.
  private mutating func plain(_ value: Double) {
    let rounded = value < 0x1p52 ? (value * 1000).rounded() / 1000 : value
    withShortestDigits(of: rounded) { writer, digits, exponent in
      if digits.count <= exponent + 1 {
        writer.raw(digits)
        writer.zeros(exponent + 1 - digits.count)
      } else {
        writer.placePoint(
          UnsafeRawBufferPointer(rebasing: digits.prefix(exponent + 1 + 3)), behind: exponent + 1)
      }
    }
  }

  /// Writes `digits` with a point after the first `whole`, padded with zeros on either side.
  private mutating func placePoint(_ digits: UnsafeRawBufferPointer, behind whole: Int) {
    raw(UnsafeRawBufferPointer(rebasing: digits.prefix(whole)))
    zeros(whole - digits.count)
    raw(byte: UInt8(ascii: "."))
    if digits.count > whole {
      raw(UnsafeRawBufferPointer(rebasing: digits.dropFirst(whole)))
    } else {
      raw(byte: UInt8(ascii: "0"))
    }
  }

  private mutating func zeros(_ count: Int) {
    var left = count
    while left > 0 {
      raw(byte: UInt8(ascii: "0"))
      left -= 1
    }
  }

  private mutating func withShortestDigits(
    of value: Double, _ body: (inout JSONWriter, UnsafeRawBufferPointer, Int) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 24) { digits in
      guard let start = digits.baseAddress else { return }
      var exponent: Int32 = 0
      let count = csj_shortest_digits(value, start, &exponent)
      body(&self, UnsafeRawBufferPointer(start: start, count: Int(count)), Int(exponent))
    }
  }

  private mutating func digits(_ value: UInt64) {
    let pairs: StaticString = """
      0001020304050607080910111213141516171819202122232425262728293031323334353637383940414243444546\
      4748495051525354555657585960616263646566676869707172737475767778798081828384858687888990919293\
      949596979899
      """
    let table = UnsafeRawPointer(pairs.utf8Start)
    if value < 10 { return raw(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: value)) }
    if value < 100 { return raw(table + Int(truncatingIfNeeded: value) &* 2, count: 2) }
    let count = Self.digitCount(value)
    reserve(count)
    var place = tail + count
    length &+= count
    var rest = value
    while rest >= 100 {
      let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
      place -= 2
      place.storeBytes(
        of: table.loadUnaligned(fromByteOffset: Int(pair) &* 2, as: UInt16.self), as: UInt16.self)
      rest = quotient
    }
    if rest >= 10 {
      (place - 2).storeBytes(
        of: table.loadUnaligned(fromByteOffset: Int(rest) &* 2, as: UInt16.self), as: UInt16.self)
    } else {
      (place - 1).storeBytes(of: UInt8(ascii: "0") + UInt8(rest), as: UInt8.self)
    }
  }

  @inline(__always)
  private static func digitCount(_ value: UInt64) -> Int {
    var count = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      count &+= 4
    }
    if rest >= 1000 { return count &+ 3 }
    if rest >= 100 { return count &+ 2 }
    return rest >= 10 ? count &+ 1 : count
  }
}
