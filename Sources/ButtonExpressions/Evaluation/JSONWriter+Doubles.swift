internal import Glibc
internal import JSONRPC

extension JSONWriter {
  /// Writes a finite double as `f` or `e`, correctly rounded, ties to even. Adds the cost to
  /// `work`, bytes excluded.
  mutating func double(_ number: Double, as verb: FormatVerb, _ work: inout Int) {
    if verb.letter == .fixed, let fixed = FixedPoint(number, places: verb.precision) {
      let before = count
      raw(fixed)
      work &+= Work.writing(count &- before)
      return
    }
    let format = verb.letter == .fixed ? "%.*f" : "%.*e"
    // Sign, 309 digits, point, the most decimals, and a zero byte.
    let capacity = 1 + 309 + 1 + FormatVerb.maximumPrecision + 1
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { text in
      let length = withVaList([Int32(verb.precision), number]) { arguments in
        vsnprintf(text.baseAddress, text.count, format, arguments)
      }
      work &+= Work.printing(Int(length))
      raw(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(text)[..<Int(length)]))
    }
  }

  private mutating func raw(_ fixed: FixedPoint) {
    if fixed.isNegative { raw(byte: UInt8(ascii: "-")) }
    var divisor: UInt64 = 1
    while fixed.whole / divisor >= 10 { divisor *= 10 }
    raw(digitsOf: fixed.whole, from: divisor)
    if fixed.unit > 1 {
      raw(byte: UInt8(ascii: "."))
      raw(digitsOf: fixed.fraction, from: fixed.unit / 10)
    }
  }

  /// `first` is a power of ten.
  private mutating func raw(digitsOf number: UInt64, from first: UInt64) {
    var divisor = first
    while divisor > 0 {
      raw(byte: UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / divisor % 10))
      divisor /= 10
    }
  }
}

/// A double of everyday size with few decimals, rounded in integers.
private struct FixedPoint {
  let isNegative: Bool
  let whole: UInt64
  /// The fraction in units of 1/`unit`.
  let fraction: UInt64
  /// Ten to the power of the decimals.
  let unit: UInt64

  /// Their power of ten has 50 bits, which with 53 of a double and 11 of a shift fit into 128.
  private static let maximumPlaces = 15

  /// Nil beyond 64 bits or for too many decimals.
  init?(_ number: Double, places: Int) {
    guard places <= Self.maximumPlaces, number.magnitude < 0x1p63 else { return nil }
    var unit: UInt64 = 1
    for _ in 0..<places { unit *= 10 }
    let exponent = number.isNormal ? Int(number.exponent) - 52 : -1_074
    let bits = number.significandBitPattern | (number.isNormal ? 1 << 52 : 0)
    let scaled = UInt128(bits) * UInt128(unit)
    let rounded = exponent >= 0 ? scaled << UInt128(exponent) : Self.shifted(scaled, by: -exponent)
    let (whole, fraction) = rounded.quotientAndRemainder(dividingBy: UInt128(unit))
    isNegative = number.sign == .minus
    self.whole = UInt64(whole)
    self.fraction = UInt64(fraction)
    self.unit = unit
  }

  /// Divides a number below 2^103 by a power of two; ties to even.
  private static func shifted(_ number: UInt128, by bits: Int) -> UInt128 {
    guard bits < 128 else { return 0 }
    let quotient = number >> UInt128(bits)
    let rest = number & (UInt128(1) << UInt128(bits) - 1)
    let half = UInt128(1) << UInt128(bits - 1)
    return rest > half || rest == half && quotient & 1 == 1 ? quotient + 1 : quotient
  }
}
