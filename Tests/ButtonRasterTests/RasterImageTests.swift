import ButtonModel
import ButtonProtocol
import TestSupport
import Testing

@testable import ButtonRaster

/// Images that looks name by their hash.
@Suite struct RasterImageTests {
  private let studio: RasterStudio

  init() {
    PackagedFont.use
    studio = RasterStudio()
  }

  /// Two by two pixels of #CC6633, without loss.
  private static let webp = "UklGRh4AAABXRUJQVlA4TBEAAAAvAUAAAAdQszJ3pv+BiOh/AAA="

  /// What does not shrink becomes larger than its pixels.
  @Test func noiseIsPackedToo() throws {
    let (width, height) = (32_767, 100)
    let raster = try #require(Raster(width: width, height: height, backdrop: 0xFF))
    var seed = Seed(1)
    let noise = (0..<(width * height * 3 / 8 + 1)).map { _ in seed.next() }
    noise.withUnsafeBytes { bytes in
      raster.fill(
        from: bytes.baseAddress!.assumingMemoryBound(to: UInt8.self), row: width * 3, channels: 3)
    }
    let file = try #require(raster.png)
    #expect(file.count > width * height * 3)
    #expect(file.suffix(8).starts(with: Array("IEND".utf8)))
  }

  /// A key that an image fills, without text.
  private func key(
    _ data: String, _ type: String, mode: StateValue = "original", member: UTF8String = "imageName"
  ) throws -> Pixels {
    let name = ImageName(of: Array(data.utf8))
    var file = ImageFileMessage()
    (file.image, file.type, file.data) = (name, type, data)
    var request = RasterDraw.key(
      [
        member: .string(name.text), "imageRenderingMode": mode, "imageColor": "#00FF00FF",
        "titleFontSize": 17,
      ], 40, 40)
    request.backdrop = .rgba(0xFF)
    request.images = [file]
    return try Pixels(try studio.picture(request))
  }

  @Test func anImageIsDrawnInItsColours() throws {
    let pixels = try key(SmallImages.png, "image/png")
    #expect(pixels[20, 20] == 0x3366CC)
  }

  @Test func aStencilIsDrawnInOneColour() throws {
    let pixels = try key(SmallImages.svg, "image/svg+xml", mode: "template")
    let extent = try #require(pixels.extent(besides: 0x000000))
    #expect(pixels[extent.x.lowerBound + 2, 20] == 0x00FF00)
    #expect(extent.x.upperBound < 21, "its right half is empty")
  }

  @Test func aWebPIsDrawn() throws {
    let pixels = try key(Self.webp, "image/webp")
    #expect(pixels[20, 20] == 0xCC6633)
  }

  /// Cameras say beside the pixels how they were held: 6 is a quarter turned to the left.
  @Test(arguments: [(1, x: 5, y: 20), (6, x: 20, y: 5), (3, x: 35, y: 20), (8, x: 20, y: 35)])
  func anImageOfACameraStandsUpright(orientation: UInt8, x: Int, y: Int) throws {
    var request = RasterDraw.key(
      ["backgroundColor": "#0000FFFF", "progress": 0.5, "progressColor": "#FF0000FF"], 40, 40)
    request.format = .jpeg
    let file = try #require(Base64.bytes(Array(try studio.picture(request).data.utf8)))
    let mark: [UInt8] =
      [0xFF, 0xE1, 0, 34] + Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3]
      + [0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0]
    let held = Base64.text(Array(file[..<2]) + mark + Array(file[2...]))
    let pixels = try key(held, "image/jpeg", member: "backgroundImageName")
    #expect(pixels[x, y] >> 16 > 0xC0, "the half that was on the left is red")
    #expect(pixels[39 - x, 39 - y] & 0xFF > 0xC0)
  }

  @Test func aBackgroundImageFillsTheKey() throws {
    let pixels = try key(SmallImages.png, "image/png", member: "backgroundImageName")
    #expect(pixels[2, 20] == 0x3366CC && pixels[37, 20] == 0x3366CC)
  }

  @Test func anImageWithoutRoomLeavesTheRest() throws {
    let name = ImageName(of: Array(SmallImages.png.utf8))
    var file = ImageFileMessage()
    (file.image, file.type, file.data) = (name, "image/png", SmallImages.png)
    // Larger pictures are drawn at once, without a shape that is kept.
    var request = RasterDraw.key([
      "title": "M", "titleFontSize": 60, "titleColor": "#FFFFFFFF",
      "backgroundImageName": .string(name.text), "backgroundInsetLeading": 500,
    ])
    (request.width, request.height) = (nil, nil)
    request.zoom = 8
    request.backdrop = .rgba(0xFF)
    request.images = [file]
    let pixels = try Pixels(try studio.picture(request))
    #expect(pixels.extent(besides: 0x000000) != nil, "the title is drawn behind it")
  }

  @Test(arguments: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"])
  func whatCannotBeReadLeavesTheRestOfTheKey(type: String) throws {
    for data in ["", "AAAA", "!", SmallImages.svg] {
      let pixels = try key(data, type, member: "backgroundImageName")
      #expect(pixels.width == 40)
    }
  }
}
