import ButtonModel
import ButtonProtocol
import CPango
import FoundationEssentials
import Glibc
import TestSupport
import Testing

@testable import ButtonRaster

/// Keys against pictures that somebody has looked at, in a font that has all scripts.
///
/// With `BUTTOND_REWRITE_GOLDEN=1` the pictures are written anew.
@Suite struct GoldenKeyTests {
  private let studio: RasterStudio

  init() {
    PackagedFont.use
    studio = RasterStudio()
  }

  private static let keys: [(name: String, members: KeyValuePairs<UTF8String, StateValue>)] = [
    ("latin", ["title": "Pay now", "backgroundColor": "#007AFFFF", "cornerRadius": 12]),
    ("shrunk", ["title": "Incomprehensible", "backgroundColor": "#34C759FF"]),
    (
      "three-lines",
      ["title": "Line one, line two and line three", "backgroundColor": "#FF9500FF"]
    ),
    ("arabic", ["title": "مرحبا بالعالم", "backgroundColor": "#AF52DEFF"]),
    ("cjk", ["title": "東京駅へ行きます。", "backgroundColor": "#5856D6FF"]),
    ("emoji", ["title": "Go 🚀", "backgroundColor": "#5AC8FAFF"]),
    (
      "progress",
      [
        "title": "Vol", "subtitle": "42 %", "subtitleFontSize": 13, "subtitleColor": "#DDDDDDFF",
        "backgroundColor": "#333333FF", "progress": 0.42, "progressColor": "#FFFFFF55",
        "cornerShape": "capsule",
      ]
    ),
    (
      "image",
      ["imageName": "bell.fill", "imageColor": "#FFCC00FF", "backgroundColor": "#222222FF"]
    ),
    (
      "image-and-title",
      [
        "title": "Cart", "imageName": "cart", "imageColor": "#FFFFFFFF",
        "backgroundColor": "#007AFFFF", "strokeColor": "#FFCC00FF", "strokeWidth": 3,
      ]
    ),
    (
      "spinner",
      [
        "title": "Busy", "showsActivityIndicator": true, "activityIndicatorColor": "#FFFFFFFF",
        "backgroundColor": "#8E8E93FF", "opacity": 0.6,
      ]
    ),
  ]

  @Test(arguments: keys.map(\.name)) func aKeyIsAsItWas(name: String) throws {
    let members = try #require(Self.keys.first { $0.name == name }).members
    var request = RasterDraw.key(members)
    for (name, value) in [("titleFontSize", 17), ("titleColor", "#FFFFFFFF")] as [(_, StateValue)] {
      request.appearance.members.append(.init(name: UTF8String(name), value: value))
    }
    let pixels = try Pixels(try studio.picture(request))
    let path = Products.source("Tests/Fixtures/raster/\(name).png")
    if getenv("BUTTOND_REWRITE_GOLDEN") != nil {
      request.format = .png
      let bytes = try #require(Base64.bytes(Array(try studio.picture(request).data.utf8)))
      return try Data(bytes).write(to: URL(filePath: path))
    }
    // Versions of Cairo and Pango differ by a little at the edges of letters.
    let difference = pixels.difference(from: try Self.golden(path))
    #expect(difference < 4, "\(name) differs by \(difference) of 255 from \(path)")
  }

  /// The pixels of a PNG, on black.
  private static func golden(_ path: String) throws -> Pixels {
    let picture = cairo_image_surface_create_from_png(path)
    defer { cairo_surface_destroy(picture) }
    let (width, height) = (
      Int(cairo_image_surface_get_width(picture)), Int(cairo_image_surface_get_height(picture))
    )
    let raster = try #require(Raster(width: width, height: height), "\(path)")
    cairo_set_source_surface(raster.cairo, picture, 0, 0)
    cairo_paint(raster.cairo)
    var whole = RasterPicture()
    (whole.width, whole.height, whole.data) = (width, height, Base64.text(raster.rgb))
    return try Pixels(whole)
  }
}
