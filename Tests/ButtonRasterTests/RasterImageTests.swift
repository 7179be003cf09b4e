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

  @Test func aBackgroundImageFillsTheKey() throws {
    let pixels = try key(SmallImages.png, "image/png", member: "backgroundImageName")
    #expect(pixels[2, 20] == 0x3366CC && pixels[37, 20] == 0x3366CC)
  }

  @Test(arguments: ["image/png", "image/jpeg", "image/webp", "image/svg+xml"])
  func whatCannotBeReadLeavesTheRestOfTheKey(type: String) throws {
    for data in ["", "AAAA", "!", SmallImages.svg] {
      let pixels = try key(data, type, member: "backgroundImageName")
      #expect(pixels.width == 40)
    }
  }
}
