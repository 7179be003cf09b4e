import ButtonModel
import ButtondKit
import CButtonPlugin
import Glibc
import PluginChannel
import TestSupport
import Testing

@testable import buttond_worker

/// The Swift SDK against the worker's own host table, in one process.
@Suite(.serialized, .blocking) struct ButtondKitTests {
  /// A plugin whose styles are closures of the test's.
  enum TestPlugin: StylePlugin {
    static let id = "org.example.kit"
    static let version = "2.0"
    nonisolated(unsafe) static var body:
      @Sendable (borrowing ButtondKit.Look, borrowing Context) throws -> Void =
        { _, _ in }
    nonisolated(unsafe) static var start: @Sendable (borrowing Startup) throws -> Void = { _ in }
    static func warmUp(_ startup: borrowing Startup) throws { try start(startup) }
    /// Styles besides the one that is a closure.
    nonisolated(unsafe) static var others: [String: any ButtonStyle] = [:]
    static var styles: [String: any ButtonStyle] {
      others.merging(["body": Body()]) { $1 }
    }

    private struct Body: ButtonStyle {
      func update(_ look: borrowing ButtondKit.Look, in context: borrowing Context) throws {
        try TestPlugin.body(look, context)
      }
    }
  }

  /// Runs a style once on a button.
  func run(
    _ item: BatchItem = BatchItem(handle: 7, style: 0),
    configuration: [(Property, PropertyValue)] = [], parameters: [Parameter] = [],
    state: [(UTF8String, StateValue)] = [],
    _ body: @escaping @Sendable (borrowing ButtondKit.Look, borrowing Context) throws -> Void
  ) throws -> Answer {
    TestPlugin.body = body
    return try withPlugin { plugin, resolution in
      try resolve(
        plugin, resolution, item, configuration: configuration, parameters: parameters,
        state: state)
    }
  }

  /// Resolves one button.
  func resolve(
    _ plugin: Plugin, _ resolution: UnsafeMutablePointer<Resolution>,
    _ item: BatchItem = BatchItem(handle: 7, style: 0),
    configuration: [(Property, PropertyValue)] = [], parameters: [Parameter] = [],
    state: [(UTF8String, StateValue)] = []
  ) throws -> Answer {
    var runner = BatchRunner(
      plugin: plugin, resolution: resolution, page: StatusPageWriter(descriptor: -1))
    var encoder = BatchEncoder()
    encoder.begin(
      sequence: 1, BatchHeader(commitSequence: 1, revision: 1, nowMilliseconds: 99))
    encoder.add(BatchTraits(userInterfaceStyle: .dark, contrast: .high, tint: 0x0102_03FF))
    for (index, (name, value)) in state.enumerated() {
      _ = encoder.add(key: UInt32(index), name: name, value: value)
    }
    encoder.addButton(item, parameters: parameters, configuration: configuration, traits: [])
    encoder.finish()
    let frame = try runner.run(sequence: 1, payload: encoder.payload)
    var decoder = AnswerDecoder()
    try decoder.decode(UnsafeRawBufferPointer(rebasing: frame[FrameHeader.byteCount...]))
    return Answer(decoder: decoder)
  }

  /// Calls a function with the plugin, created as a worker does it.
  func withPlugin<T>(
    styles: [String] = ["body"], folder: String = "",
    _ body: (Plugin, UnsafeMutablePointer<Resolution>) throws -> T
  ) throws -> T {
    var info = btn_abi_info(magic: BTN_MAGIC, abi_major: 1, abi_minor: 0, ptr_size: 8)
    let table = try #require(TestPlugin.table(for: &info))
    let load = LoadFrame(
      libraryPath: "", pluginID: "org.example.kit", version: "2.0", styles: styles)
    let resolution = UnsafeMutablePointer<Resolution>.allocate(capacity: 1)
    resolution.initialize(
      to: Resolution(reads: [try #require(ReadPattern("state.shop.*"))], entryCount: styles.count))
    defer {
      resolution.deinitialize(count: 1)
      resolution.deallocate()
    }
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let outbox = WorkerOutbox(descriptor: ends[0])
    let api = PluginHostTable(
      outbox: outbox, resolution: resolution, resources: try ResourceFolder(folder),
      extensions: HostExtensions(hasTimer: true)
    ).makeAPI()
    let plugin = try Plugin(PluginLibrary(table: table, load), load, api, resolution)
    defer { plugin.destroy() }
    return try body(plugin, resolution)
  }

  @Test func aLookHasPropertiesOfEveryKind() throws {
    let texts = try run { look, _ in
      look.title = "a"
      look.foregroundColor = .white
      look.titleColor = .systemPink
      look.titleColorTransformer = .darker(by: 0.25)
      look.titleUnderline = true
      look.titleStrikethrough = true
      look.titleLineBreakMode = .byTruncatingTail
      look.titlePadding = 1
      look.titleAlignment = .center
      look.subtitle = "b"
      look.subtitleColorTransformer = .grayscale
      look.subtitleLineBreakMode = .byClipping
      look.accessibilityLabel = "c"
      look.accessibilityHint = "d"
      look.titleTextStyle = .headline
      look.titleFontWeight = .bold
      look.titleFontDesign = .serif
      look.titleItalic = true
      look.titleMonospacedDigits = true
      look.titleAdjustsFontForContentSize = true
      look.titleFontTransformer = ButtondKit.FontEffect(scale: 1.5, weight: .black, italic: true)
      look.subtitleTextStyle = .headline
      look.subtitleFontWeight = .bold
      look.subtitleFontDesign = .serif
      look.subtitleItalic = true
      look.subtitleMonospacedDigits = true
      look.subtitleAdjustsFontForContentSize = true
      look.subtitleFontTransformer = ButtondKit.FontEffect(scale: 1.5, weight: .black, italic: true)
    }
    let sizes = try run { look, _ in
      look.titleFontSize = 12
      look.subtitleFontSize = 9
    }
    let answer = try run { look, _ in
      look.image = "e"
      look.imagePlacement = .top
      look.imagePadding = 2
      look.imageReservation = 3
      look.imageSize = 30
      look.imageWeight = .bold
      look.imageRenderingMode = .original
      look.labelStyle = .titleOnly
      look.imageColorTransformer = .alpha(0.5)
      look.showsActivityIndicator = true
      look.activityIndicatorColorTransformer = .opacity(0.5)
      look.indicator = .popup
      look.indicatorColorTransformer = .constant(.rgba(0x0102_0304))
      look.progress = 2.5
      look.progressColor = .systemGreen
      look.buttonSize = .large
      look.cornerStyle = .capsule
      look.baseForegroundColor = .white
      look.baseBackgroundColor = .rgba(0x0102_0304)
      look.automaticallyUpdateForSelection = false
      look.contentAnimation = .disabled
      look.contentTransition = .numericText
      look.symbolEffect = .bounce
      look.symbolEffectValue = "g"
      look.isFullWidth = true
      look.isBusy = true
      look.opacity = 0.5
      look.scale = 0.98
      look.contentInsets.set(top: 1, leading: 2, bottom: 3, trailing: 4)
      look.background.color = .clear
      look.background.colorTransformer = .grayscale
      look.background.cornerRadius = 5
      look.background.strokeColor = .tint
      look.background.strokeColorTransformer = .grayscale
      look.background.strokeWidth = 1
      look.background.strokeOutset = 1
      look.background.image = "f"
      look.background.imageContentMode = .scaleToFill
      look.background.material = "thin"
      look.background.insets.set(top: 1, leading: 2, bottom: 3, trailing: 4)
      look.background.shadow.color = .black
      look.background.shadow.opacity = 0.2
      look.background.shadow.radius = 6
      look.background.shadow.x = 0
      look.background.shadow.y = 5
    }
    // A button takes 64 in one pass.
    let motion = try run { look, _ in
      look.transaction.onPress = .disablesAnimations
      look.transaction.onRelease = .animation(.easeInOut(duration: 0.16))
      look.transaction.always = .default
      look.transaction.animatesContent = false
    }
    for text in ["title", "subtitle"] {
      let transformer = try #require(PropertyRegistry.property(named: "\(text)FontTransformer"))
      #expect(try texts.value(transformer) == .text("scale(1.5) weight(black) italic"))
    }
    #expect(try texts.value(.titleTextStyle) == .choice(ButtonModel.TextStyle.headline.rawValue))
    #expect(
      try answer.value(.indicatorColorTransformer) == .effect(.constant(.rgba(0x0102_0304))))
    #expect(try answer.value(.progress) == .number(1))
    #expect(try answer.value(.progressColor) == .color(.named(.systemGreen)))
    #expect(try answer.value(.contentInsetTrailing) == .number(4))
    #expect(try answer.value(.backgroundInsetTop) == .number(1))
    #expect(try sizes.value(.titleFontSize) == .number(12))
    #expect(try sizes.value(.subtitleFontSize) == .number(9))
    #expect(try motion.value(.transactionOnPress) == .text("disablesAnimations"))
    #expect(try motion.value(.transactionOnRelease) == .text("easeInOut(0.16)"))
    #expect(try motion.value(.transactionAlways) == .text("default"))
    #expect(try motion.value(.transactionAnimatesContent) == .bool(false))
  }

  @Test func runsDropTheTitleAndAreReadAsTheirText() throws {
    let answer = try run(configuration: [(.title, .text("plain"))]) { look, _ in
      look.setTitleRuns([
        .init("a\"\\\n\u{1}"),
        .init("b", color: .systemPink, fontWeight: .bold, italic: true, underline: true),
        .init(
          "c", color: .rgba(0x007A_FFFF).opacity(0.5), strikethrough: true,
          link: "https://example.com"),
      ])
      look.subtitle = look.title
      look.accessibilityHint = look.titleRuns
    }
    #expect(try answer.value(.title) == nil)
    guard case .text(let json)? = try answer.value(.titleRuns) else {
      Issue.record("no runs")
      return
    }
    #expect(
      try ButtonModel.TextRun.runs(json) == [
        ButtonModel.TextRun(text: "a\"\\\n\u{1}"),
        ButtonModel.TextRun(
          text: "b", color: .named(.systemPink), fontWeight: .bold, italic: true, underline: true),
        ButtonModel.TextRun(
          text: "c", color: .rgba(0x007A_FF80), strikethrough: true, link: "https://example.com"),
      ])
    #expect(try answer.value(.subtitle) == .text("a\"\\\n\u{1}bc"))
    #expect(try answer.value(.accessibilityHint) == .text(json))
  }

  @Test func sizeAndShapeHaveAPlaceInTheLook() throws {
    let answer = try run(configuration: [(.controlSize, .choice(3))]) { look, context in
      look.title = "\(context.controlSize) \(look.controlSize?.rawValue ?? "none")"
      look.buttonSize = .small
      look.controlSize = .extraLarge
      look.cornerStyle = .capsule
      look.borderShape = .roundedRectangle
      look.borderRadius = 4
      look.subtitle = "\(context.controlSize) \(look.controlSize?.rawValue ?? "none")"
    }
    #expect(try answer.value(.title) == .text("large large"))
    #expect(try answer.value(.subtitle) == .text("large extraLarge"))
    #expect(try answer.value(.buttonSize) == nil)
    #expect(try answer.value(.cornerStyle) == nil)
    #expect(try answer.value(.controlSize) == .choice(4))
    #expect(try answer.value(.borderShape) == .choice(3))
    #expect(try answer.value(.borderRadius) == .number(4))
  }

  @Test(arguments: [
    ([(Property, PropertyValue)](), "regular"), ([(.buttonSize, .choice(2))], "regular"),
    ([(.buttonSize, .choice(1))], "small"), ([(.controlSize, .choice(4))], "extraLarge"),
  ])
  func aContextReadsTheControlSize(
    _ configuration: [(Property, PropertyValue)], _ size: String
  ) throws {
    let answer = try run(configuration: configuration) { look, context in
      look.title = context.controlSize.rawValue
    }
    #expect(try answer.value(.title) == .text(UTF8String(size)))
  }

  @Test func aLookReadsWhatStandsSoFar() throws {
    let answer = try run(configuration: [
      (.title, .text("configured")), (.titlePadding, .number(3)),
      (.baseForegroundColor, .color(.rgba(0x0A0B_0C0D))),
      (.titleColorTransformer, .effect(.darker(0.5))), (.showsActivityIndicator, .bool(true)),
    ]) { look, _ in
      let before = look.title ?? "none"
      look.title = "new"
      look.subtitle = "\(before), \(look.title ?? "none"), \(look.image ?? "none")"
      look.image = nil
      if look.titlePadding == 3, look.baseForegroundColor == .rgba(0x0A0B_0C0D),
        look.titleColorTransformer == .darker(by: 0.5), look.showsActivityIndicator == true
      {
        look.accessibilityHint = "all read"
      }
    }
    #expect(try answer.value(.subtitle) == .text("configured, new, none"))
    #expect(try answer.value(.accessibilityHint) == .text("all read"))
    #expect(try answer.value(.image) == .text(""))
  }

  @Test func textsAreTakenAwayByNil() throws {
    let answer = try run(configuration: [
      (.title, .text("a")), (.titlePadding, .number(3)), (.material, .text("thin")),
    ]) { look, _ in
      look.title = nil
      look.subtitle = nil
      look.titlePadding = nil
      look.background.material = nil
    }
    #expect(try answer.value(.title) == .text(""))
    #expect(try answer.value(.subtitle) == .text(""))
    #expect(try answer.value(.material) == .text(""))
    #expect(try answer.value(.titlePadding) == nil)
  }

  @Test func colorsAreComputedOnTheDisplayAtHand() throws {
    // Dark, with raised contrast and a tint of its own.
    let answer = try run { look, _ in
      look.foregroundColor = .rgba(0x0101_0180).darker(by: 0.5).darker(by: 0).opacity(0.5)
      look.titleColor = .systemBlue.opacity(0.5)
      look.background.color = .rgba(0x6496_C8FF).darker(by: 0.25)
      look.background.strokeColor = .white.mixed(with: .rgba(0), by: 0.25)
      look.baseForegroundColor = ButtondKit.Color(light: .white, dark: .text("#123"))
      look.baseBackgroundColor = .tint.withAlpha(0.2)
      look.titleColorTransformer = .constant(.systemPink.opacity(7))
    }
    #expect(try answer.value(.titleColor) == .color(.rgba(0x409C_FF80)))
    #expect(try answer.value(.foregroundColor) == .color(.rgba(0x0101_0140)))
    #expect(try answer.value(.backgroundColor) == .color(.rgba(0x4B71_96FF)))
    #expect(try answer.value(.strokeColor) == .color(.rgba(0xBFBF_BFBF)))
    #expect(try answer.value(.baseForegroundColor) == .color(.rgba(0x1122_33FF)))
    #expect(try answer.value(.baseBackgroundColor) == .color(.rgba(0x0102_0333)))
    #expect(
      try answer.value(.titleColorTransformer) == .effect(.constant(.rgba(0xFF64_82FF))))
  }

  @Test func aNameThatIsNoColorCannotBeComputedWith() throws {
    let answer = try run { look, _ in look.titleColor = .text("systemBleu").darker(by: 0.1) }
    #expect(answer.items[0].message == "'systemBleu' is not a colour")
  }

  @Test func aThrownErrorIsTheReasonForGivingTheButtonUp() throws {
    let answer = try run { look, _ in
      look.title = "dropped"
      throw StyleFailure("the price is not known")
    }
    #expect(answer.items[0].status < 0)
    #expect(answer.items[0].message == "the price is not known")
  }

  @Test func aMistakeIsTheReasonForGivingTheButtonUp() throws {
    let outOfRange = try run { look, _ in look.opacity = 2 }
    #expect(outOfRange.items[0].status == -4)
    #expect(
      outOfRange.items[0].message
        == "sets opacity to 2.0, which is outside of what it takes: 0 to 1")
    let denied = try run { look, context in
      look.title = context.state("secret", as: String.self)
    }
    #expect(denied.items[0].status == -6)
    #expect(denied.items[0].message == "state.secret is outside the manifest's reads")
  }

  @Test func whatAnOlderHostLacksIsNoMistake() throws {
    let answer = try run { look, _ in
      look.set("notYetInvented", to: .bool(true))
      look.set("x-org.example.glow", to: .float(0.5))
    }
    #expect(answer.items[0].status == 0)
    #expect(
      try answer.pass().extras == [Parameter(name: "x-org.example.glow", value: .double(0.5))])
  }

  @Test func aHostOfAnotherMajorGetsNoTable() {
    var info = btn_abi_info(magic: BTN_MAGIC, abi_major: 2, abi_minor: 0, ptr_size: 8)
    #expect(TestPlugin.table(for: &info) == nil)
    #expect(TestPlugin.table(for: nil) == nil)
  }
}
