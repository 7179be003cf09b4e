import ButtonModel
import Foundation
import JSONRPC
import TestSupport
import Testing

@testable import ButtonResolver

@Suite struct AppearanceJSONTests {
  private func text(_ look: Appearance) -> String {
    var writer = JSONWriter()
    writer.appearance(look)
    return writer.string
  }

  @Test func aFilledButtonIsWrittenInTheOrderOfTheKeys() {
    var configuration = ButtonConfiguration()
    configuration.title = "Checkout 1"
    configuration.baseBackgroundColor = .named(.systemPink)
    configuration.buttonSize = .large
    var resolver = Resolver()
    var writer = JSONWriter()
    resolver.resolve(
      ResolverInput(
        base: .filled, configuration: configuration.properties, state: .selected),
      traits: ResolvedTraits(Traits()), into: &writer)
    #expect(
      writer.string == """
        {"isSelected":true,"title":"Checkout 1","titleColor":"#FFFFFFFF","titleFontSize":17,\
        "titleTextStyle":"body","backgroundColor":"#FF2D55FF","cornerShape":"fixed",\
        "cornerRadius":8.75,"insetTop":15,"insetLeading":20,"insetBottom":15,"insetTrailing":20}
        """)
  }

  @Test func atTheDefaultsOnlyWhatIsAlwaysPresentIsWritten() throws {
    let object = try JSONSerialization.jsonObject(with: Data(text(Appearance()).utf8))
    let members = try #require(object as? [String: Any])
    let rows = try Fixture.rows("appearance-keys")
    #expect(rows.map { $0["key"] as? String } == AppearanceKey.allCases.map(\.name))
    let always = rows.filter { $0["always"] as? Bool == true }.compactMap { $0["key"] as? String }
    #expect(Set(members.keys) == Set(always))
    #expect(always == AppearanceKey.allCases.filter(\.isAlwaysPresent).map(\.name))
  }

  @Test func whatIsLeftOutStandsAtTheDocumentedDefault() throws {
    let members = Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: Appearance()).children.map {
        ($0.label ?? "", $0.value)
      })
    for row in try Fixture.rows("appearance-keys") where row["always"] == nil {
      let key = try #require(row["key"] as? String)
      let value = try #require(members[key])
      let written: String =
        switch value {
        case let color as UInt32: Color.hex(color)
        case let number as Double: "\(number)"
        case let runs as [Appearance.TitleRun] where runs.isEmpty: "nil"
        case Optional<Any>.none: "nil"
        default: "\(value)"
        }
      switch row["default"] {
      case is NSNull: #expect(written == "nil", "\(key)")
      case let number as NSNumber where value is Double:
        #expect(written == "\(number.doubleValue)", "\(key)")
      case let flag as Bool: #expect(written == "\(flag)", "\(key)")
      case let name as String: #expect(written == name, "\(key)")
      default: Issue.record("\(key)")
      }
    }
  }

  @Test func numbersAreRoundedToAThousandthWithoutExponentOrTrailingZeros() throws {
    for row in try Fixture.rows("numbers") {
      var look = Appearance()
      look.insetTop = Appearance.rounded(try #require(row["length"] as? Double))
      let written = try #require(row["written"] as? String)
      #expect(text(look).contains("\"insetTop\":\(written),"), "\(row)")
    }
  }

  /// A look with nothing at its default.
  static var full: Appearance {
    var look = Appearance()
    look.isEnabled = false
    look.isSelected = true
    look.isHighlighted = true
    look.isFocused = true
    look.isBusy = true
    look.role = .cancel
    look.title = "a"
    look.titleRuns = [
      .init(text: "a", color: 0x0102_0304),
      .init(
        text: "\"", color: 0, fontWeight: .black, italic: true, underline: true,
        strikethrough: true, link: "mailto:a@b"),
    ]
    look.titleColor = 0x0102_0304
    look.titleFontSize = 12.5
    look.titleFontWeight = .bold
    look.titleTextStyle = .title2
    look.titleFontDesign = .rounded
    look.titleItalic = true
    look.titleMonospacedDigits = true
    look.titleUnderline = true
    look.titleStrikethrough = true
    look.titleLineBreakMode = .byClipping
    look.titleLineLimit = 2
    look.subtitle = "b"
    look.subtitleColor = 0x0506_0708
    look.subtitleFontSize = 9
    look.subtitleFontWeight = .heavy
    look.subtitleTextStyle = .footnote
    look.subtitleFontDesign = .monospaced
    look.subtitleItalic = true
    look.subtitleMonospacedDigits = true
    look.subtitleUnderline = true
    look.subtitleStrikethrough = true
    look.subtitleLineBreakMode = .byTruncatingHead
    look.titlePadding = 0
    look.titleAlignment = .trailing
    look.imageName = "c"
    look.imageColor = 0x090A_0B0C
    look.imagePlacement = .bottom
    look.imagePadding = 1
    look.imageReservation = 2
    look.symbolEffect = .variableColor
    look.symbolEffectValue = "h"
    look.contentTransition = .numericText
    look.imageSize = 30.5
    look.imageWeight = .black
    look.imageRenderingMode = .original
    look.showsActivityIndicator = true
    look.activityIndicatorColor = 0x0D0E_0F10
    look.indicator = .popup
    look.indicatorColor = 0x1112_1314
    look.progress = 0.125
    look.progressColor = 0x1D1E_1F20
    look.backgroundColor = 0xFEDC_BA98
    look.cornerShape = .capsule
    look.cornerRadius = 5.95
    look.isCircle = true
    look.strokeColor = 0x1516_1718
    look.strokeWidth = 3
    look.strokeOutset = -0.5
    look.backgroundInsetTop = -1
    look.backgroundInsetLeading = 2
    look.backgroundInsetBottom = 3
    look.backgroundInsetTrailing = 4
    look.material = "d"
    look.backgroundImageName = "e"
    look.backgroundImageContentMode = .topLeft
    look.shadowColor = 0x191A_1B1C
    look.shadowRadius = 4
    look.shadowX = -1
    look.shadowY = 0.001
    look.insetTop = 1
    look.insetLeading = 2
    look.insetBottom = 3
    look.insetTrailing = 4
    look.isFullWidth = true
    look.opacity = 0.7
    look.scale = 0.98
    look.accessibilityLabel = "f"
    look.accessibilityHint = "g"
    return look
  }

  @Test func everyMemberIsWrittenWithItsValue() {
    #expect(
      text(AppearanceJSONTests.full) == """
        {"isEnabled":false,"isSelected":true,"isHighlighted":true,"isFocused":true,"isBusy":true,\
        "role":"cancel","title":"a",\
        "titleRuns":[{"text":"a","color":"#01020304"},{"text":"\\"","color":"#00000000",\
        "fontWeight":"black","italic":true,"underline":true,"strikethrough":true,\
        "link":"mailto:a@b"}],"titleColor":"#01020304","titleFontSize":12.5,\
        "titleFontWeight":"bold","titleTextStyle":"title2","titleFontDesign":"rounded",\
        "titleItalic":true,"titleMonospacedDigits":true,"titleUnderline":true,\
        "titleStrikethrough":true,"titleLineBreakMode":"byClipping","titleLineLimit":2,"subtitle":"b",\
        "subtitleColor":"#05060708","subtitleFontSize":9,"subtitleFontWeight":"heavy",\
        "subtitleTextStyle":"footnote","subtitleFontDesign":"monospaced","subtitleItalic":true,\
        "subtitleMonospacedDigits":true,\
        "subtitleUnderline":true,"subtitleStrikethrough":true,\
        "subtitleLineBreakMode":"byTruncatingHead","titlePadding":0,\
        "titleAlignment":"trailing","contentTransition":"numericText","imageName":"c","imageColor":"#090A0B0C",\
        "imagePlacement":"bottom","imagePadding":1,"imageReservation":2,\
        "symbolEffect":"variableColor","symbolEffectValue":"h",\
        "imageSize":30.5,"imageWeight":"black","imageRenderingMode":"original",\
        "showsActivityIndicator":true,"activityIndicatorColor":"#0D0E0F10","indicator":"popup",\
        "indicatorColor":"#11121314","progress":0.125,"progressColor":"#1D1E1F20",\
        "backgroundColor":"#FEDCBA98","cornerShape":"capsule",\
        "cornerRadius":5.95,"isCircle":true,"strokeColor":"#15161718","strokeWidth":3,"strokeOutset":-0.5,\
        "backgroundInsetTop":-1,"backgroundInsetLeading":2,"backgroundInsetBottom":3,\
        "backgroundInsetTrailing":4,"material":"d","backgroundImageName":"e",\
        "backgroundImageContentMode":"topLeft","shadowColor":"#191A1B1C","shadowRadius":4,\
        "shadowX":-1,"shadowY":0.001,"insetTop":1,"insetLeading":2,"insetBottom":3,\
        "insetTrailing":4,"isFullWidth":true,"opacity":0.7,"scale":0.98,\
        "accessibilityLabel":"f","accessibilityHint":"g"}
        """)
  }

  @Test func theKeysAreWrittenInTheRegistrysOrder() {
    let text = text(AppearanceJSONTests.full)
    let places = AppearanceKey.allCases.map { key in
      text.range(of: "\"\(key.name)\":").map {
        text.distance(from: text.startIndex, to: $0.lowerBound)
      }
    }
    #expect(!places.contains(nil))
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test func textsAreEscaped() throws {
    var look = Appearance()
    look.title = "\"quoted\" \\ \n\u{1} Ünï 🛒"
    let object = try JSONSerialization.jsonObject(with: Data(text(look).utf8)) as? [String: Any]
    #expect(object?["title"] as? String == "\"quoted\" \\ \n\u{1} Ünï 🛒")
  }

  @Test func severalLooksMakeAList() throws {
    var writer = JSONWriter()
    writer.beginArray()
    writer.appearance(Appearance())
    writer.appearance(AppearanceJSONTests.full)
    writer.endArray()
    let list = try JSONSerialization.jsonObject(with: Data(writer.bytes)) as? [Any]
    #expect(list?.count == 2)
  }

  @Test func aProgressOfNothingIsThereAndNoneIsNot() {
    var look = Appearance()
    look.progress = 0
    #expect(text(look).contains("\"progress\":0,\"backgroundColor\""))
    look.progress = nil
    #expect(!text(look).contains("progress"))
  }

  @Test func anEmptyTitleIsATitle() {
    var look = Appearance()
    look.title = ""
    #expect(text(look).hasPrefix("{\"title\":\"\","))
  }

  /// Equal bytes decide whether a look is sent, so bytes and looks must agree on what is equal.
  @Test func looksAreEqualExactlyWhenTheirBytesAre() {
    var generator = Seed()
    var resolver = Resolver()
    var known: [String: Appearance] = [:]
    for _ in 0..<scaled(500) {
      let button = RandomButton.make(using: &generator)
      let traits = ResolvedTraits(RandomButton.traits(using: &generator))
      let look = resolver.resolveAppearance(button, traits: traits)
      let bytes = text(look)
      if let other = known[bytes] { #expect(other == look) }
      known[bytes] = look
    }
    #expect(Set(known.values).count == known.count)
  }

  @Test func aReusedResolverWritesWhatAFreshOneWrites() {
    var generator = Seed()
    var resolver = Resolver()
    for _ in 0..<scaled(300) {
      let button = RandomButton.make(using: &generator)
      let traits = ResolvedTraits(RandomButton.traits(using: &generator))
      var reused = JSONWriter()
      var fresh = JSONWriter()
      resolver.resolve(button, traits: traits, into: &reused)
      var other = Resolver()
      other.resolve(button, traits: traits, into: &fresh)
      #expect(reused.string == fresh.string)
      let parsed = try? JSONSerialization.jsonObject(with: Data(reused.bytes))
      #expect(parsed is [String: Any])
    }
  }
}
