import ButtonClient
import ButtonModel
import PluginTools

/// Looks as text for a terminal of 80 columns: each style and handler with its states below it, and
/// again with the arguments that it is shown with.
struct LookListing {
  /// Titles are shown in their colours.
  let usesColor: Bool

  private static let columns = 80
  /// In columns.
  private static let widths = (state: 20, display: 5, title: 10)

  /// All looks. States other than normal list only properties that differ from it; with arguments,
  /// only those that differ from the same state without them, and no state in which none does.
  func text(of looks: [ShownLook]) -> String {
    let byID = Dictionary(looks.map { ("\($0.button.id) \($0.userInterfaceStyle)", $0) }) { $1 }
    func origin(_ look: ShownLook) -> ShownLook? {
      byID["\(look.button.originID) \(look.userInterfaceStyle)"]
    }
    let listed = looks.filter { look in
      guard look.button.hasArguments, let bare = origin(look) else { return true }
      return bare.appearance != look.appearance || bare.trouble != look.trouble
    }
    return text(of: listed) { look in
      let other = origin(look)
      return look.appearance.keys.sorted().filter { name in
        !LookListing.shown.contains(name)
          && (look == other || other?.appearance[name] != look.appearance[name])
      }.map { "\($0) \(LookListing.text(look.appearance[$0]))" }
    } + LookListing.idle(looks, but: listed)
  }

  /// The rows whose arguments change nothing, one to a line.
  private static func idle(_ looks: [ShownLook], but listed: [ShownLook]) -> String {
    var seen = Set(listed.map(\.button.row))
    return looks.map(\.button.row).filter { seen.insert($0).inserted }
      .map { "\n\($0.label.printable.fitted(to: columns - 24)): as without arguments" }.joined()
  }

  /// The looks that changed, with what they were.
  func text(of pairs: [DevelopNews.LookPair]) -> String {
    text(of: pairs.map(\.new)) { look in
      guard let pair = pairs.first(where: { $0.new == look }) else { return [] }
      return look.changes(since: pair.old).map { change in
        "\(change.name) \(LookListing.text(change.old)) → \(LookListing.text(change.new))"
      }
    }
  }

  private func text(of looks: [ShownLook], more: (ShownLook) -> [String]) -> String {
    var lines = [
      "  " + "STATE".padded(to: LookListing.widths.state + 1)
        + "ON".padded(to: LookListing.widths.display + 1)
        + "TITLE".padded(to: LookListing.widths.title + 1)
        + "COLOURS".padded(to: 23) + "CONTRAST"
    ]
    var heading = ""
    var index = 0
    while index < looks.count {
      let look = looks[index]
      let name =
        look.button.row.label.printable.fitted(to: LookListing.columns - 10)
        + (look.button.kind == .handler ? " (handler)" : "")
      if name != heading { lines.append(name) }
      heading = name
      // What light and dark displays share is listed once.
      let next = index + 1 < looks.count ? looks[index + 1] : nil
      let isBoth =
        next.map {
          $0.button == look.button && $0.appearance == look.appearance
            && $0.trouble == look.trouble && more($0) == more(look)
            && $0.isHardToRead == look.isHardToRead
        } ?? false
      lines.append(line(look, on: isBoth ? "both" : look.userInterfaceStyle.rawValue))
      lines += LookListing.wrapped((look.trouble == nil ? [] : ["!"]) + more(look))
      index += isBoth ? 2 : 1
    }
    return lines.joined(separator: "\n")
  }

  private func line(_ look: ShownLook, on display: String) -> String {
    let widths = LookListing.widths
    let title = (look.text("title") ?? "").printable.fitted(to: widths.title)
    let (front, back) = (look.text("titleColor"), look.text("backgroundColor"))
    let isDark = look.userInterfaceStyle == .dark
    var painted = title
    if usesColor, let paint = Paint(text: front, ground: back, onDark: isDark) {
      painted = paint(title)
    }
    painted += String(repeating: " ", count: max(0, widths.title - title.columns))
    let contrast = look.contrast.map {
      DevelopReporter.tenths($0) + (look.isHardToRead ? " hard to read" : "")
    }
    let colors = "\(front ?? "-") on \(back ?? "-")".printable
    return [
      " ", look.button.state.rawValue.padded(to: widths.state), display.padded(to: widths.display),
      painted, colors.padded(to: 22), contrast ?? "-",
    ].joined(separator: " ")
  }

  /// Items in indented lines that fit.
  private static func wrapped(_ items: [String]) -> [String] {
    let indent = "      "
    var lines: [String] = []
    var line = ""
    for item in items {
      let item = item.printable.fitted(to: columns - indent.count - 1)
      if !line.isEmpty, line.columns + item.columns + 3 > columns {
        lines.append(line + ",")
        line = ""
      }
      line += line.isEmpty ? indent + item : ", \(item)"
    }
    return line.isEmpty ? lines : lines + [line]
  }

  private static let shown: Set<String> = ["title", "titleColor", "backgroundColor"]

  private static func text(_ value: StateValue?) -> String {
    guard let value else { return "default" }
    if case .string(let text) = value { return text.string }
    return ValueText.text(value)
  }
}
