import ArgumentParser
import ButtonModel
import ButtonProtocol
import JSONRPC

/// What `buttons watch` prints for bars.
enum BarFormat: String, ExpressibleByArgument, CaseIterable {
  /// An object a line, as Waybar's custom modules read it.
  case waybar
  /// The protocol of i3bar and swaybar, with a block for each button.
  case i3bar
  /// The title alone.
  case plain
  /// The title for a status line of tmux, which interprets what begins with `#`.
  case tmux

  /// One button, rather than all that match.
  var showsOne: Bool { self != .i3bar }
}

/// What a bar shows of a button.
struct BarItem: Equatable {
  let id: String
  /// The title on one line.
  var title = ""
  /// The runs of a title, if it has any and all of it shows.
  var runs: [TextRun] = []
  var tooltip = ""
  /// The progress; nil if the look has none.
  var percentage: Int?
  /// The most important word first; empty for a normal button.
  var states: [String] = []
  /// As `#RRGGBBAA`.
  var foreground: String?
  var background: String?

  /// A button that does not exist.
  init(absent id: String) {
    self.id = id
    states = ["absent"]
  }

  init(_ record: LookRecord) {
    id = record.id
    let look = record.appearance ?? AppearanceMembers()
    func text(_ name: UTF8String) -> String? {
      if case .string(let text) = look[name] { text.string } else { nil }
    }
    // Buttons that are only an icon have a text for people who cannot see it.
    let words = [text("title"), text("accessibilityLabel")].compactMap { $0 }
    title = (words.first { !$0.isEmpty } ?? id).onOneLine
    runs = LookLine.runs(record)
    if TextRun.joined(runs).string != title { runs = [] }
    foreground = text("titleColor")
    background = text("backgroundColor")
    percentage = LookLine.progress(record).map(Appearance.percentage(of:))
    if record.status != nil { states.append(LookLine.isOnlyLost(record) ? "lost" : "trouble") }
    if look["isEnabled"] == .bool(false) { states.append("disabled") }
    for (name, word) in [
      ("isBusy", "busy"), ("isHighlighted", "highlighted"), ("isSelected", "selected"),
    ] as [(UTF8String, String)] where look[name] == .bool(true) {
      states.append(word)
    }
    let trouble = record.status.map {
      LookLine.isOnlyLost(record) ? $0.message : LookLine.trouble($0)
    }
    tooltip = [text("subtitle"), text("accessibilityHint"), trouble].compactMap { $0?.onOneLine }
      .filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// The same while the daemon is away. Waybar hides a module without a text.
  func disconnected(_ why: String) -> BarItem {
    var item = self
    if item.title.isEmpty { item.title = id }
    item.states = ["disconnected"]
    item.tooltip = why
    return item
  }

  // MARK: Lines

  /// Returns the line for a custom module of Waybar.
  func waybarLine(usesColor: Bool) -> String {
    var writer = JSONWriter()
    writer.beginObject()
    writer.key("text")
    writer.string(usesColor ? coloured : title.markup)
    writer.key("alt")
    writer.string(states.first ?? "normal")
    writer.key("tooltip")
    writer.string(tooltip.markup)
    writer.key("class")
    writer.beginArray()
    for state in states { writer.string(state) }
    writer.endArray()
    if let percentage {
      writer.key("percentage")
      writer.int(percentage)
    }
    writer.endObject()
    return PrintableJSON.text(writer.string)
  }

  private var coloured: String {
    var attributes = ""
    if let foreground { attributes += " foreground='\(Self.short(foreground))'" }
    if let background, !Self.isClear(background) {
      attributes += " background='\(Self.short(background))'"
    }
    let content = runs.isEmpty ? title.markup : runs.map(Self.markup).joined()
    return attributes.isEmpty ? content : "<span\(attributes)>\(content)</span>"
  }

  /// Returns the run in Pango's markup.
  private static func markup(_ run: TextRun) -> String {
    var attributes = ""
    if case .rgba(let rgba)? = run.color { attributes += " foreground='\(short(Color.hex(rgba)))'" }
    if LookLine.isHeavy(run) { attributes += " weight='bold'" }
    if run.italic { attributes += " style='italic'" }
    if run.underline || run.link != nil { attributes += " underline='single'" }
    if run.strikethrough { attributes += " strikethrough='true'" }
    return "<span\(attributes)>\(run.text.string.markup)</span>"
  }

  /// Writes the block for i3bar.
  func writeBlock(into writer: inout JSONWriter, usesColor: Bool) {
    writer.beginObject()
    writer.key("name")
    writer.string("buttond")
    writer.key("instance")
    writer.string(id)
    writer.key("full_text")
    // A block has nothing that could be filled.
    writer.string(percentage.map { "\(title) \($0)%" } ?? title)
    if usesColor, let foreground {
      writer.key("color")
      writer.string(Self.short(foreground))
    }
    if usesColor, let background, !Self.isClear(background) {
      writer.key("background")
      writer.string(Self.short(background))
    }
    if let state = states.first, ["trouble", "lost", "disconnected"].contains(state) {
      writer.key("urgent")
      writer.bool(true)
    }
    writer.endObject()
  }

  /// An opaque colour without its alpha: bars have known that form longer.
  private static func short(_ color: String) -> String {
    color.utf8.count == 9 && color.hasSuffix("FF") ? String(color.dropLast(2)) : color
  }

  private static func isClear(_ color: String) -> Bool {
    color.utf8.count == 9 && color.hasSuffix("00")
  }
}

extension String {
  /// The text on one line, with controls escaped. Unlike a terminal, a bar needs the marks that
  /// direct and join text, but not those that would reverse what follows the text.
  fileprivate var onOneLine: String {
    String(map { $0.isNewline || $0 == "\t" ? " " : $0 }).replacingUnprintable {
      switch $0 {
      case "\u{202A}"..."\u{202E}", "\u{2066}"..."\u{2069}": String($0).printable
      default: $0.properties.generalCategory == .control ? String($0).printable : String($0)
      }
    }
  }

  /// As Pango's markup.
  var markup: String {
    var text = ""
    for character in unicodeScalars {
      switch character {
      case "&": text += "&amp;"
      case "<": text += "&lt;"
      case ">": text += "&gt;"
      case "'": text += "&apos;"
      case "\"": text += "&quot;"
      default: text.unicodeScalars.append(character)
      }
    }
    return text
  }
}
