import TestSupport
import Testing

@testable import JSONRPC

struct JSONNumberTests {
  private static let floats: [(Double, String)] = [
    (0.0, "0.0"), (-0.0, "-0.0"), (1, "1.0"), (-1, "-1.0"), (0.5, "0.5"), (5.95, "5.95"),
    (0.001, "0.001"), (0.0001, "0.0001"), (0.00001, "1e-5"), (0.000012, "1.2e-5"), (0.1, "0.1"),
    (0.30000000000000004, "0.30000000000000004"), (1e15, "1000000000000000.0"), (1e16, "1e16"),
    (9_007_199_254_740_992, "9007199254740992.0"), (1.5e16, "1.5e16"), (123456.789, "123456.789"),
    (999999999999.999, "999999999999.999"), (1e21, "1e21"), (1e100, "1e100"), (1e-7, "1e-7"),
    (1.7976931348623157e308, "1.7976931348623157e308"), (.leastNonzeroMagnitude, "5e-324"),
    (100000, "100000.0"),
    (2.2250738585072014e-308, "2.2250738585072014e-308"), (1e12, "1000000000000.0"),
    (1234567890123.5, "1234567890123.5"), (-12.0625, "-12.0625"), (1 / 3, "0.3333333333333333"),
  ]

  private static let rounded: [(Double, String)] = [
    (0.0, "0"), (-0.0, "0"), (1, "1"), (-1, "-1"), (5.95, "5.95"), (0.1234, "0.123"),
    (0.1236, "0.124"),
    (0.0004, "0"), (-0.0004, "0"), (0.0005, "0.001"), (-0.0006, "-0.001"), (0.5, "0.5"),
    (0.25, "0.25"),
    (0.125, "0.125"), (0.0625, "0.063"), (99.9996, "100"), (1e6, "1000000"), (1e-300, "0"),
    (1e12, "1000000000000"), (1234567890123.4567, "1234567890123.457"),
    (1234567890123.0001, "1234567890123"), (-9e15, "-9000000000000000"),
    (1e21, "1000000000000000000000"),
    (1.5e300, "15" + String(repeating: "0", count: 299)), (.leastNonzeroMagnitude, "0"),
    (1.7976931348623157e308, "17976931348623157" + String(repeating: "0", count: 292)),
    (999_999_999_999.9996, "1000000000000"), (4503599627370495.5, "4503599627370495.5"),
  ]

  @Test func integersOfEveryLength() {
    var values: [Int64] = [0, .min, .max, .min + 1, .max - 1]
    var power: Int64 = 1
    for _ in 0..<18 {
      power *= 10
      values += [power - 1, power, power + 1, -power, -power + 1, power / 2, power / 7]
    }
    for value in values { #expect(written { $0.int(value) } == "\(value)") }
    for value in [0, 1, UInt64.max, UInt64.max / 10, 10_000_000_000_000_000_000] {
      #expect(written { $0.int(value) } == "\(value)")
    }
  }

  @Test(arguments: Self.floats)
  func floatsAreWrittenShortestWithAPointOrAnExponent(_ value: Double, _ text: String) throws {
    #expect(written { $0.double(value) } == text)
    let parser = JSONParser()
    let back = try #require(try parser.parse(text).double)
    #expect(back.bitPattern == value.bitPattern)
  }

  @Test func randomFloatsComeBackAndAreNoLongerThanSwifts() throws {
    var random = Seed()
    let parser = JSONParser()
    for round in 0..<scaled(20_000) {
      let value: Double
      switch round % 4 {
      case 0: value = Double(bitPattern: random.next())
      case 1:
        value = Double(Int64.random(in: -1_000_000_000...1_000_000_000, using: &random)) / 1000
      case 2: value = Double.random(in: -1e6...1e6, using: &random)
      default: value = Double(Int64(bitPattern: random.next()))
      }
      guard value.isFinite else { continue }
      let text = written { $0.double(value) }
      let element = try parser.parse(text)
      #expect(element.kind == .double, "\(text)")
      #expect(element.double?.bitPattern == value.bitPattern, "\(text)")
      #expect(text.utf8.count <= "\(value)".utf8.count, "\(text)")
    }
  }

  @Test(arguments: Self.rounded)
  func appearanceNumbersAreRoundedAndPlain(_ value: Double, _ text: String) {
    #expect(written { $0.number(rounded3: value) } == text)
  }

  @Test func randomAppearanceNumbersAreWithinHalfAThousandth() throws {
    var random = Seed()
    for _ in 0..<scaled(20_000) {
      let value = Double.random(in: -1e7...1e7, using: &random)
      let text = written { $0.number(rounded3: value) }
      let back = try #require(Double(text))
      #expect(abs(back - value) <= 0.000501, "\(value)")
      #expect(!text.hasSuffix("."), "\(text)")
      #expect(!(text.contains(".") && text.hasSuffix("0")), "\(text)")
      #expect(text.split(separator: ".").dropFirst().first?.count ?? 0 <= 3, "\(text)")
    }
  }
}
