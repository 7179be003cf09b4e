import ButtonModel
import Glibc
import TestSupport
import Testing

/// Fixed numbers of digits, against the C library's.
@Suite struct FormatTests {
  private func printed(_ number: Double, _ places: Int) -> String {
    var text = [CChar](repeating: 0, count: 512)
    _ = withVaList([Int32(places), number]) { vsnprintf(&text, text.count, "%.*f", $0) }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  private func formatted(_ number: Double, _ places: Int) throws -> Outcome {
    var trial = try Trial(template: "{x:%.\(places)f}")
    trial.state["x"] = .double(number)
    return trial.outcome()
  }

  @Test(arguments: [
    0.0, -0.0, 0.5, 1.5, 2.5, 0.125, 0.375, 1.005, 0.05, 0.95, 9.995, 99.5, 0.1, -0.001, 1e15,
    9.2e18, 9.3e18, 1e22, 1e300, .leastNonzeroMagnitude, 2.2250738585072014e-308, -123456.789,
    4503599627370497.5,
  ])
  func placesAreRoundedAsTheCLibraryDoes(_ number: Double) throws {
    for places in [0, 1, 2, 3, 6, 14, 15, 16, 100] {
      #expect(
        try formatted(number, places) == .value(.string(UTF8String(printed(number, places)))))
    }
  }

  @Test func randomNumbersAreRoundedAsTheCLibraryDoes() throws {
    var seed = Seed()
    for _ in 0..<scaled(2_000) {
      let bits = UInt64.random(in: 0 ... .max, using: &seed)
      let everyday = Double(Int64.random(in: -9_999_999...9_999_999, using: &seed)) / 1_000
      for number in [Double(bitPattern: bits), everyday] where number.isFinite {
        let places = Int.random(in: 0...17, using: &seed)
        #expect(
          try formatted(number, places) == .value(.string(UTF8String(printed(number, places)))))
      }
    }
  }
}
