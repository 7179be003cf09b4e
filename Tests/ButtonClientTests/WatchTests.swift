import ButtonModel
import ButtonProtocol
import JSONRPC
import Testing

@testable import buttonctl

/// The parts of the full-screen watch that need no terminal.
struct WatchTests {
  @Test(arguments: [
    ("", 0), ("Pay", 3), ("日本語", 6), ("é", 1), ("e\u{301}", 1), ("👍", 2), ("👩‍👩‍👧", 2), ("🇩🇪", 2),
    ("❤\u{FE0F}", 2), ("❤", 1), ("한국", 4), ("ｆｕｌｌ", 8), ("a\u{200B}b", 2), ("“q”", 3),
  ])
  func textsTakeTheirColumns(_ text: String, columns: Int) {
    #expect(text.columns == columns)
  }

  @Test(arguments: [
    ("Checkout", 8, "Checkout"), ("Checkout", 5, "Chec…"), ("日本語", 5, "日本…"), ("日本語", 4, "日…"),
    ("ab", 1, "…"), ("ab", 0, ""), ("", 0, ""),
  ])
  func aTextThatIsTooWideIsCut(_ text: String, limit: Int, result: String) {
    #expect(text.fitted(to: limit) == result)
    #expect(text.fitted(to: limit).columns <= limit)
  }

  @Test(
    arguments: [
      ("jk", [.down, .up]), ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OA", [.up]),
      ("\u{1B}[5~\u{1B}[6~", [.pageUp, .pageDown]), ("\u{1B}[H\u{1B}[F", [.first, .last]),
      ("\u{1B}[1;5Cq", [.quit]), (" \r\n", [.press, .press, .press]), ("xyz\u{7F}é", []),
      ("\u{1B}q", [.quit]), ("\u{1B}\u{1B}[A", [.up]), ("\u{C}", [.redraw]),
      ("\u{1B}[999999999999999999999j", [.down]),
    ] as [(String, [WatchKey])])
  func keysMayBeCutAnywhere(_ text: String, keys: [WatchKey]) {
    var whole = WatchKeyReader()
    #expect(whole.keys(in: text.utf8) == keys)
    var cut = WatchKeyReader()
    #expect(text.utf8.flatMap { cut.keys(in: [$0]) } == keys)
  }

  private func frame(_ ids: [String], removed: [String] = [], snapshot: Bool = false)
    -> ButtonsUpdatedNotification
  {
    ButtonsUpdatedNotification(
      subscription: "s", tick: 1, revision: 1, snapshot: snapshot,
      buttons: ids.map {
        LookRecord(
          id: $0,
          appearance: AppearanceMembers([.init(name: "title", value: .string(UTF8String("T" + $0)))]
          ))
      }, removed: removed)
  }

  @Test func aButtonWhoseSourceIsGoneIsDimmedWithARingAndTheReason() throws {
    var record = LookRecord(id: "a", appearance: AppearanceMembers([]))
    record.status = LookStatus(
      stale: false, fallback: false, reason: "sourceLost", plugin: "",
      message: "what feeds till.total is gone", since: 1, keys: ["till.total"])
    for usesColor in [false, true] {
      var model = WatchModel(title: "t", usesColor: usesColor)
      var frame = frame([], snapshot: true)
      frame.buttons = [record]
      model.take(frame)
      let line = try #require(model.lines(rows: 3, columns: 80).dropFirst().first)
      #expect(line.contains("○ lost: what feeds till.total is gone"))
      #expect(line.contains("\u{1B}[2m○") == usesColor)
    }
    record.status?.reason = "pluginCrashed"
    #expect(LookLine.notes(record).hasSuffix("; what feeds till.total is gone"))
  }

  /// A button with a title in two parts.
  private static func withRuns(_ title: String, _ runs: String) -> LookRecord {
    LookRecord(
      id: "a",
      appearance: AppearanceMembers([
        .init(name: "title", value: .string(UTF8String(title))),
        .init(name: "titleColor", value: .string("#000000FF")),
        .init(name: "backgroundColor", value: .string("#FFFFFFFF")),
        .init(name: "titleRuns", value: .json(UTF8String(runs))),
      ]))
  }

  private static let parts =
    ##"[{"color":"#000000FF","text":"<n "},{"color":"#FF0000FF","fontWeight":"bold","italic":true,"link":"https://a","strikethrough":true,"text":"3"}]"##

  @Test func partsOfATitleAreDrawnInTheirColourAndShape() throws {
    var frame = frame([], snapshot: true)
    frame.buttons = [Self.withRuns("<n 3", Self.parts)]
    var model = WatchModel(title: "t", usesColor: true)
    model.take(frame)
    let line = try #require(model.lines(rows: 3, columns: 80).dropFirst().first)
    #expect(line.contains("m<n \u{1B}[0m\u{1B}[1m\u{1B}[3m\u{1B}[4m\u{1B}[9m\u{1B}[38;2;255;0;0m"))
    // Where not all of it shows, it is drawn as one.
    let short = try #require(model.lines(rows: 3, columns: 8).dropFirst().first)
    #expect(!short.contains("\u{1B}[1m\u{1B}[3m"))
  }

  @Test func barsGetPartsOfATitleAsMarkup() {
    let item = BarItem(Self.withRuns("<n 3", Self.parts))
    #expect(
      item.waybarLine(usesColor: true).contains(
        "<span foreground='#000000'>&lt;n </span><span foreground='#FF0000' weight='bold' "
          + "style='italic' underline='single' strikethrough='true'>3</span></span>"))
    #expect(item.waybarLine(usesColor: false).contains(#""text":"&lt;n 3""#))
    #expect(BarItem(Self.withRuns("another", Self.parts)).runs.isEmpty)
  }

  /// A button that is filled with black at half opacity, on white.
  private static func filled(_ progress: StateValue?, _ title: String = "1234") -> LookRecord {
    var members: [AppearanceMembers.Member] = [
      .init(name: "title", value: .string(UTF8String(title))),
      .init(name: "titleColor", value: .string("#FF0000FF")),
      .init(name: "backgroundColor", value: .string("#FFFFFFFF")),
    ]
    if let progress {
      members.append(.init(name: "progress", value: progress))
      members.append(.init(name: "progressColor", value: .string("#00000080")))
    }
    return LookRecord(id: "a", appearance: AppearanceMembers(members))
  }

  @Test(
    arguments: [
      (nil, "", " 1234 ", ""), (.int(0), "", " 1234 ", "0%"), (.double(0.5), " 12", "34 ", "50%"),
      (.double(0.426), " 12", "34 ", "43%"), (.int(1), " 1234 ", "", "100%"),
      (.double(1.5), " 1234 ", "", "100%"),
    ] as [(StateValue?, String, String, String)])
  func progressFillsTheGroundOfATitleAndIsANote(
    _ progress: StateValue?, _ filled: String, _ rest: String, _ note: String
  ) throws {
    let record = Self.filled(progress)
    let paint = try #require(LookLine.paint(record))
    let front = "\u{1B}[38;2;255;0;0m\u{1B}[48;2;"
    var expected = filled.isEmpty ? "" : "\(front)127;127;127m\(filled)\u{1B}[0m"
    if !rest.isEmpty { expected += "\(front)255;255;255m\(rest)\u{1B}[0m" }
    #expect(LookLine.painted(" 1234 ", record, paint) == expected)
    #expect(LookLine.notes(record) == note)
  }

  /// Half of a character of two columns is not filled, and the parts of a title keep their colours.
  @Test func progressEndsBetweenCharactersOfAnyPart() throws {
    let wide = Self.filled(.double(0.4), "日本")
    let paint = try #require(LookLine.paint(wide))
    let painted = LookLine.painted(" 日本 ", wide, paint)
    #expect(painted.contains("127;127;127m \u{1B}[0m") && painted.contains("255;255;255m日本 \u{1B}"))
    var runs = Self.withRuns("<n 3", Self.parts).appearance?.members ?? []
    runs.append(.init(name: "progress", value: .double(0.5)))
    runs.append(.init(name: "progressColor", value: .string("#00000080")))
    let record = LookRecord(id: "a", appearance: AppearanceMembers(runs))
    let line = LookLine.painted(" <n 3 ", record, try #require(LookLine.paint(record)))
    #expect(line.contains("127;127;127m<n\u{1B}[0m"))
    #expect(line.contains("38;2;255;0;0m\u{1B}[48;2;255;255;255m3\u{1B}[0m"))
  }

  @Test func barsGetProgressAsANumber() throws {
    let item = BarItem(Self.filled(.double(0.426)))
    #expect(item.waybarLine(usesColor: false).contains(#""class":[],"percentage":43}"#))
    var writer = JSONWriter()
    item.writeBlock(into: &writer, usesColor: false)
    #expect(writer.string.contains(#""full_text":"1234 43%""#))
    #expect(!BarItem(Self.filled(nil)).waybarLine(usesColor: true).contains("percentage"))
  }

  @Test func theSelectionFollowsItsButtonOrMovesToTheNext() {
    var model = WatchModel(title: "t", usesColor: false)
    model.take(frame(["b", "d", "f"], snapshot: true))
    #expect(model.selected == "b")
    _ = model.take(.down)
    model.take(frame(["a", "c"]))
    #expect(model.selected == "d")
    model.take(frame([], removed: ["d"]))
    #expect(model.selected == "f")
    model.take(frame([], removed: ["f"]))
    #expect(model.selected == "c")
    model.take(frame([], snapshot: true))
    #expect(model.selected == nil)
    #expect(model.take(.press) == nil)
  }

  @Test(arguments: [(1, 10), (2, 1), (3, 3), (24, 80), (5, 200)])
  func aScreenOfAnySizeIsFilledAndNotExceeded(rows: Int, columns: Int) {
    var model = WatchModel(title: "buttond /a/long/path/to/a/socket", usesColor: false)
    model.take(frame((0..<40).map { "id-\($0)-日本" }, snapshot: true))
    for _ in 0..<50 {
      let lines = model.lines(rows: rows, columns: columns)
      #expect(lines.count == rows)
      #expect(lines.allSatisfy { $0.columns <= columns })
      if rows > 2, columns > 10, let selected = model.selected {
        #expect(lines.contains { $0.hasPrefix("> \(selected.prefix(4))") })
      }
      _ = model.take(.down)
    }
  }

  @Test func aTitleCannotSteerTheTerminal() {
    var model = WatchModel(title: "t", usesColor: false)
    var hostile = frame(["a"], snapshot: true)
    hostile.buttons[0].appearance = AppearanceMembers([
      .init(name: "title", value: .string("x\u{1B}[2J\u{7}\u{9B}"))
    ])
    model.take(hostile)
    let text = model.lines(rows: 4, columns: 80).joined()
    #expect(!text.unicodeScalars.contains { $0.properties.generalCategory == .control })
    #expect(text.contains("\\u{1b}[2J"))
  }
}
