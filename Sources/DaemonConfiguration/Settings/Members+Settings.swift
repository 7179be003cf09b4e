import ButtonModel
package import ButtonProtocol
import JSONRPC

extension CheckedMembers {
  /// The member `noValue`: words instead of a value, in lower case.
  package mutating func noValue() -> [String]? {
    read { members throws(ProtocolError) in
      guard let json = members.value("noValue") else { return nil }
      let words: [String]
      do throws(ProtocolError) {
        words = json.isString ? [try String(json: json)] : try [String](json: json)
      } catch {
        throw error.under("noValue")
      }
      guard words.count <= NoValue.maximumWords,
        words.allSatisfy({ $0.utf8.count <= NoValue.maximumBytes })
      else {
        throw .invalidParams(
          "must be at most \(NoValue.maximumWords) words of at most \(NoValue.maximumBytes) bytes",
          path: "noValue")
      }
      return words.map { $0.lowercased() }
    }
  }

  package mutating func count(_ name: StaticString, in range: ClosedRange<Int>) -> Int? {
    read { members throws(ProtocolError) in try members.count(name, in: range) }
  }

  package mutating func size(_ name: StaticString, in range: ClosedRange<Int>) -> Int? {
    read { members throws(ProtocolError) in try members.size(name, in: range) }
  }

  package mutating func span(
    _ name: StaticString, plain unit: Members.TimeUnit, in range: ClosedRange<UInt64>
  ) -> UInt64? {
    read { members throws(ProtocolError) in try members.span(name, plain: unit, in: range) }
  }

  /// Reads a number of things, bytes or milliseconds, as the setting says.
  mutating func integer(_ setting: Setting) -> Int? {
    let range = Int(setting.range.lowerBound)...Int(setting.range.upperBound)
    return switch setting.kind {
    case .count, .number: count(setting.name, in: range)
    case .bytes: size(setting.name, in: range)
    case .seconds, .milliseconds: nanoseconds(setting).map { Int($0 / 1_000_000) }
    }
  }

  mutating func number(_ setting: Setting) -> Double? { rate(setting.name, in: setting.range) }

  mutating func nanoseconds(_ setting: Setting) -> UInt64? {
    let unit: Members.TimeUnit = setting.kind == .seconds ? .seconds : .milliseconds
    let range = setting.range
    return span(
      setting.name, plain: unit,
      in: UInt64(range.lowerBound * unit.rawValue)...UInt64(range.upperBound * unit.rawValue))
  }

  package mutating func rate(_ name: StaticString, in range: ClosedRange<Double>) -> Double? {
    read { members throws(ProtocolError) in try members.rate(name, in: range) }
  }
}

extension Members {
  package func count(_ name: StaticString, in range: ClosedRange<Int>) throws(ProtocolError) -> Int?
  {
    guard let value: Int = try optional(name) else { return nil }
    guard range.contains(value) else { throw Members.outside(name, "\(value)", range) }
    return value
  }

  /// Plain or with a unit: `65536`, `64 KiB`.
  package func size(_ name: StaticString, in range: ClosedRange<Int>) throws(ProtocolError) -> Int?
  {
    guard let value = value(name) else { return nil }
    let text = value.string ?? ""
    let units = [("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)]
    let parsed = Measure(text, units.map { (name: $0.0, factor: Double($0.1)) })?.value
    guard let size = value.int.map({ Int($0) }) ?? parsed.flatMap({ Int(exactly: $0) }) else {
      throw .invalidParams(
        "must be a number of bytes, such as 65536 or \"64 KiB\"\(Members.not(value))",
        path: "\(name)")
    }
    guard range.contains(size) else { throw Members.outside(name, "\(size)", range) }
    return size
  }

  /// The unit of a plain number; the raw value is in nanoseconds.
  package enum TimeUnit: Double {
    case milliseconds = 1e6
    case seconds = 1e9
  }

  /// Reads nanoseconds from `250ms`, `1.5 s`, `15 min`, or a plain number.
  package func span(
    _ name: StaticString, plain unit: TimeUnit, in range: ClosedRange<UInt64>
  ) throws(ProtocolError) -> UInt64? {
    guard let value = value(name) else { return nil }
    let units = [("ms", 1e6), ("min", 60e9), ("s", 1e9), ("h", 3_600e9)]
    let parsed = value.string.flatMap { Measure($0, units.map { (name: $0.0, factor: $0.1) }) }
    guard let time = value.number.map({ $0 * unit.rawValue }) ?? parsed?.value else {
      throw .invalidParams(
        "must be a span of time, such as 250ms, 1.5s, 15min or 1h\(Members.not(value))",
        path: "\(name)")
    }
    guard time >= Double(range.lowerBound), time <= Double(range.upperBound) else {
      throw .invalidParams(
        "must be from \(range.lowerBound / 1_000_000) ms to \(range.upperBound / 1_000_000) ms",
        path: "\(name)")
    }
    return UInt64(time)
  }

  /// Per second.
  package func rate(
    _ name: StaticString, in range: ClosedRange<Double>
  ) throws(ProtocolError) -> Double? {
    guard let value: Double = try optional(name) else { return nil }
    guard range.contains(value) else { throw Members.outside(name, "\(value)", range) }
    return value
  }

  private static func not(_ value: JSONElement) -> String {
    value.string.map { ", not '\(Excerpt($0))'" } ?? ""
  }

  private static func outside<Bound>(
    _ name: StaticString, _ value: String, _ range: ClosedRange<Bound>
  ) -> ProtocolError {
    .invalidParams(
      "must be from \(range.lowerBound) to \(range.upperBound), but is \(value)", path: "\(name)")
  }
}

/// A number with a unit behind it.
private struct Measure {
  /// In the unit whose factor is 1.
  let value: Double

  /// Nil unless the text is a number with a unit; the first unit that ends the text counts.
  init?(_ text: String, _ units: [(name: String, factor: Double)]) {
    guard let unit = units.first(where: { text.hasSuffix($0.name) }) else { return nil }
    var digits = text.dropLast(unit.name.count)
    if digits.last == " " { digits.removeLast() }
    guard digits.utf8.allSatisfy({ $0 == UInt8(ascii: ".") || (48...57).contains($0) }),
      let number = Double(digits)
    else { return nil }
    value = number * unit.factor
  }
}
