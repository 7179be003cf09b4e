import ButtonModel
import TestSupport
import Testing

@testable import ButtonRender

/// Sheets against golden pictures that somebody has looked at.
@Suite struct GoldenSheetTests {
  private static func look(_ title: String?) -> Appearance {
    var look = Appearance()
    look.title = title.map { UTF8String($0) }
    look.titleColor = 0x007A_FFFF
    look.titleFontSize = 17
    look.backgroundColor = 0x7878_8029
    look.cornerRadius = 5.95
    look.insetTop = 7
    look.insetBottom = 7
    look.insetLeading = 12
    look.insetTrailing = 12
    return look
  }

  @Test func icons() throws {
    let width = 5
    var rows: [LookSheet.Row] = []
    for start in stride(from: 0, to: Icon.names.count, by: width) {
      let names = Icon.names[start..<min(start + width, Icon.names.count)]
      rows.append(
        LookSheet.Row(
          label: "",
          looks: names.map { name in
            var look = Self.look(name)
            look.titleFontSize = 15
            look.imageName = UTF8String(name)
            look.imageColor = 0x0000_00FF
            look.imagePadding = 8
            return look
          }))
    }
    let sheet = LookSheet(
      title: "Symbols", columns: Array(repeating: "", count: width),
      panels: [LookSheet.Panel(display: Display(), rows: rows)])
    // docs/gallery.md shows it.
    try GoldenFile.compare(try sheet.svg(), "../../docs/images/symbols.svg")
  }

  /// Looks with each feature in turn.
  @Test func features() throws {
    var cells: [(String, (inout Appearance) -> Void)] = [
      ("capsule", { $0.cornerShape = .capsule }),
      (
        "circle",
        { look in
          look.cornerShape = .capsule
          look.isCircle = true
        }
      ),
      (
        "stroke 3, outset 4",
        { look in
          look.strokeColor = 0xFF3B_30FF
          look.strokeWidth = 3
          look.strokeOutset = 4
        }
      ),
      (
        "shadow",
        { look in
          look.shadowColor = 0x0000_0080
          look.shadowRadius = 8
          look.shadowY = 5
        }
      ),
      (
        "material",
        { look in
          look.material = "thinMaterial"
          look.backgroundColor = 0
        }
      ),
      ("background image", { $0.backgroundImageName = "leaf" }),
      (
        "subtitle",
        { look in
          look.subtitle = "and a second line"
          look.subtitleColor = 0x8E8E_93FF
          look.subtitleFontSize = 13
        }
      ),
      (
        "leading",
        { look in
          look.subtitle = "and a second line"
          look.subtitleColor = 0x8E8E_93FF
          look.subtitleFontSize = 13
          look.titleAlignment = .leading
        }
      ),
      (
        "popup",
        { look in
          look.indicator = .popup
          look.indicatorColor = 0x007A_FFFF
        }
      ),
      (
        "underline, struck",
        { look in
          look.titleUnderline = true
          look.titleStrikethrough = true
        }
      ),
      (
        "runs",
        { look in
          look.title = "Only 3 left <&> here"
          look.titleRuns = [
            .init(text: "Only ", color: 0x0000_00FF),
            .init(text: "3", color: 0xFF3B_30FF, fontWeight: .bold, underline: true),
            .init(text: " left <&>", color: 0x0000_0080, italic: true, strikethrough: true),
            .init(text: " here", color: 0x007A_FFFF, link: "https://example.com"),
          ]
        }
      ),
      (
        "bold 28",
        { look in
          look.titleFontWeight = .bold
          look.titleFontSize = 28
        }
      ),
      (
        "italic serif",
        { look in
          look.titleFontDesign = .serif
          look.titleItalic = true
        }
      ),
      ("rounded", { $0.titleFontDesign = .rounded }),
      (
        "monospaced",
        { look in
          look.title = "12:04:11"
          look.titleFontDesign = .monospaced
          look.subtitle = "and a second line"
          look.subtitleColor = 0x8E8E_93FF
          look.subtitleFontSize = 13
          look.subtitleItalic = true
        }
      ),
      (
        "digits",
        { look in
          look.title = "11 of 24"
          look.titleMonospacedDigits = true
        }
      ),
      ("wraps", { $0.title = "A title that is far too long for one line of a button" }),
      (
        "truncates",
        { look in
          look.title = "A title that is far too long for one line of a button"
          look.titleLineBreakMode = .byTruncatingMiddle
        }
      ),
      ("full width", { $0.isFullWidth = true }),
      (
        "opacity .5, scale .8",
        { look in
          look.opacity = 0.5
          look.scale = 0.8
        }
      ),
      (
        "unknown image",
        { look in
          look.imageName = "brand.logo"
          look.imageColor = 0x007A_FFFF
          look.imagePadding = 6
        }
      ),
    ]
    for placement in ButtonConfiguration.ImagePlacement.allCases {
      cells.append(
        (
          "image \(placement)",
          { look in
            look.imageName = "cart"
            look.imageColor = 0x007A_FFFF
            look.imagePlacement = placement
            look.imagePadding = 6
          }
        ))
    }
    for (name, image, change) in Self.images {
      cells.append(
        (
          name,
          { look in
            look.imageName = UTF8String(image)
            look.imageColor = 0x007A_FFFF
            look.imagePadding = 6
            change(&look)
          }
        ))
    }
    cells.append(
      (
        "spinner",
        { look in
          look.showsActivityIndicator = true
          look.activityIndicatorColor = 0x007A_FFFF
          look.imagePadding = 8
        }
      ))
    let rows = cells.map { name, change in
      var look = Self.look("Button")
      change(&look)
      return LookSheet.Row(label: name, looks: [look])
    }
    var mirrored = Display(.dark)
    mirrored.direction = .rightToLeft
    let sheet = LookSheet(
      title: "All that a look may have", columns: [""],
      panels: [
        LookSheet.Panel(display: Display(), rows: rows),
        LookSheet.Panel(display: mirrored, rows: rows),
      ])
    try GoldenFile.compare(try sheet.svg(), "render/features.svg")
  }

  /// What may be said of an image: a name, the image and the change.
  private static var images: [(String, String, (inout Appearance) -> Void)] {
    [
      ("image 40", "cart", { $0.imageSize = 40 }),
      ("image ultraLight", "gear", { $0.imageWeight = .ultraLight }),
      ("image black", "gear", { $0.imageWeight = .black }),
      ("image original", "star.fill", { $0.imageRenderingMode = .original }),
      (
        "original, dimmed", "heart.fill",
        { look in
          look.imageRenderingMode = .original
          look.imageColor = 0x007A_FF4D
        }
      ),
    ]
  }
}
