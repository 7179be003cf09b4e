public import ButtonModel
import ButtonProtocol
import Glibc
import TestSupport

@testable import ButtonRaster
@testable import ButtonRender

/// The one font that the tests draw with: GNU Unifont, which has all scripts, from Debian's package.
enum PackagedFont {
  /// Has fontconfig know no other font; before the first text is drawn.
  static let use: Void = {
    setenv("FONTCONFIG_FILE", Products.source("Tests/Fixtures/raster/fonts.conf"), 1)
    _ = SystemFonts().width("A", TextFont(size: 10))
    // It is read once; programs that other tests start have the fonts of the machine.
    unsetenv("FONTCONFIG_FILE")
  }()
}

/// A picture as pixels, to be looked into.
struct Pixels {
  let width: Int
  let height: Int
  /// Red, green and blue, row by row.
  let bytes: [UInt8]

  init(_ picture: RasterPicture) throws {
    (width, height) = (picture.width, picture.height)
    guard let bytes = Base64.bytes(Array(picture.data.utf8)), bytes.count == width * height * 3
    else {
      throw TestFailure("\(picture.data.utf8.count) characters are not \(width) x \(height) pixels")
    }
    self.bytes = bytes
  }

  /// 0xRRGGBB.
  subscript(x: Int, y: Int) -> UInt32 {
    let place = (y * width + x) * 3
    return bytes[place..<place + 3].reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// The smallest rectangle with all pixels that are not of a colour; nil where there are none.
  func extent(besides color: UInt32) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
    var (columns, rows): ([Int], [Int]) = ([], [])
    for y in 0..<height {
      for x in 0..<width where self[x, y] != color {
        columns.append(x)
        rows.append(y)
      }
    }
    guard let left = columns.min(), let right = columns.max(), let top = rows.min(),
      let bottom = rows.max()
    else { return nil }
    return (left...right, top...bottom)
  }

  /// The mean difference of a colour's parts, of 255.
  func difference(from other: Pixels) -> Double {
    guard width == other.width, height == other.height else { return 255 }
    let sum = zip(bytes, other.bytes).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    return Double(sum) / Double(bytes.count)
  }
}

extension RasterDraw {
  /// A key that shows a look, as pixels.
  static func key(
    _ members: KeyValuePairs<UTF8String, StateValue>, _ width: Int = 72, _ height: Int = 72
  ) -> RasterDraw {
    var request = RasterDraw()
    request.appearance = AppearanceMembers(members.map { .init(name: $0.key, value: $0.value) })
    request.format = .rgb
    (request.width, request.height) = (width, height)
    return request
  }
}

extension StateValue: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByBooleanLiteral
{
  public init(stringLiteral text: String) { self = .string(UTF8String(text)) }
  public init(integerLiteral number: Int64) { self = .int(number) }
  public init(floatLiteral number: Double) { self = .double(number) }
  public init(booleanLiteral flag: Bool) { self = .bool(flag) }
}
