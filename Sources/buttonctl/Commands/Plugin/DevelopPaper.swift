import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC
import PluginTools

/// Prints what happens while a plugin is developed.
struct DevelopPaper {
  let console: Console
  /// Whether nothing is said of what could be done meanwhile.
  let isOnce: Bool

  /// Prints a piece of news.
  func show(_ news: DevelopNews) {
    if console.printsJSON { return print(news) }
    switch news {
    case .built(let seconds, let warnings):
      console.print(DevelopPaper.lines(warnings))
      console.print("built in \(DevelopPaper.tenths(seconds)) s")
    case .buildFailed(let said, let hasLast):
      console.print(DevelopPaper.lines(said))
      console.complain("the build failed" + (hasLast ? "; the last version goes on" : ""))
    case .refused(let why, let hasLast):
      console.complain(
        hasLast ? "not used; the last version goes on: \(why)" : "cannot be used: \(why)")
    case .loaded(let outcome, let socket):
      console.print("using \(outcome.id) \(outcome.version)")
      if !isOnce {
        console.print("(state and buttons: buttonctl --socket \(socket) state set …)")
      }
    case .looks(let looks):
      console.print(troubles(looks))
      console.print(painted: table(looks))
    case .changed(let pairs):
      console.print(troubles(pairs.map(\.new)))
      console.print(painted: table(pairs))
    case .troubled(let looks):
      console.complain("the plugin did not make all of its looks: \(DevelopPaper.names(looks))")
    case .unchanged: console.print("every look is as it was")
    case .log(let line): console.print("log: \(line.printable)")
    }
  }

  /// Each trouble once, with the looks that have it.
  private func troubles(_ looks: [ShownLook]) -> String {
    var found: [(trouble: String, looks: [ShownLook])] = []
    for look in looks {
      guard let trouble = look.trouble else { continue }
      if let index = found.firstIndex(where: { $0.trouble == trouble }) {
        found[index].looks.append(look)
      } else {
        found.append((trouble, [look]))
      }
    }
    return found.map { "! \(DevelopPaper.names($0.looks)): \($0.trouble.printable)" }
      .joined(separator: "\n")
  }

  /// What some looks are looks of: `warm/warm (normal, busy)`, without states where it is all of them.
  private static func names(_ looks: [ShownLook]) -> String {
    var names: [String] = []
    var seen: Set<String> = []
    for look in looks where seen.insert(look.button.entry).inserted {
      let states = Set(looks.filter { $0.button.entry == look.button.entry }.map(\.button.state))
      let list = ShownState.allCases.filter(states.contains).map(\.rawValue)
      let all = list.count == ShownState.allCases.count
      names.append(look.button.entry + (all ? "" : " (\(list.joined(separator: ", ")))"))
    }
    return names.joined(separator: ", ")
  }

  /// What a program printed, line by line.
  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { String($0).printable }.joined(separator: "\n")
  }

  /// All looks. A state's properties are told as far as they differ from the normal state's.
  private func table(_ looks: [ShownLook]) -> String {
    var table = Table("NAME", "STATE", "DISPLAY", "TITLE", "COLOURS", "CONTRAST", "AND")
    for look in looks {
      let normal = looks.first {
        $0.button.entry == look.button.entry && $0.button.isHandler == look.button.isHandler
          && $0.button.state == .normal && $0.userInterfaceStyle == look.userInterfaceStyle
      }
      let rest = look.appearance.keys.sorted().filter { name in
        !DevelopPaper.columns.contains(name)
          && (look == normal || normal?.appearance[name] != look.appearance[name])
      }
      let more = rest.map { "\($0) \(DevelopPaper.text(look.appearance[$0]))" }
      add(look, (look.trouble == nil ? [] : ["!"]) + more, to: &table)
    }
    return table.text
  }

  private func table(_ pairs: [DevelopNews.LookPair]) -> String {
    var table = Table("CHANGED", "STATE", "DISPLAY", "TITLE", "COLOURS", "CONTRAST", "WAS")
    for pair in pairs {
      let changes = pair.new.changes(since: pair.old).map { change in
        "\(change.name) \(DevelopPaper.text(change.old)) → \(DevelopPaper.text(change.new))"
      }
      add(pair.new, (pair.new.trouble == nil ? [] : ["!"]) + changes, to: &table)
    }
    return table.text
  }

  private func add(_ look: ShownLook, _ more: [String], to table: inout Table) {
    let title = look.text("title") ?? ""
    let (front, back) = (look.text("titleColor"), look.text("backgroundColor"))
    var cell = Table.Cell(title)
    let isDark = look.userInterfaceStyle == .dark
    if console.usesColor, let paint = Paint(text: front, ground: back, onDark: isDark) {
      cell = Table.Cell(" \(title) ", paint: paint.callAsFunction)
    }
    let contrast = look.contrast.map {
      DevelopPaper.tenths($0) + (look.isHardToRead ? " hard to read" : "")
    }
    table.add(
      Table.Cell(look.button.entry), Table.Cell(look.button.state.rawValue),
      Table.Cell(look.userInterfaceStyle.rawValue), cell,
      Table.Cell("\(front ?? "-") on \(back ?? "-")"), Table.Cell(contrast),
      Table.Cell(more.joined(separator: ", ")))
  }

  private static let columns: Set<String> = ["title", "titleColor", "backgroundColor"]

  private static func text(_ value: StateValue?) -> String {
    guard let value else { return "default" }
    if case .string(let text) = value { return text.string }
    return ValueText.text(value)
  }

  /// A number with one digit behind the point, rounded down: a contrast of 4.49 is not 4.5.
  private static func tenths(_ number: Double) -> String {
    let tenths = Int(number * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

  // MARK: JSON

  private func print(_ news: DevelopNews) {
    switch news {
    case .built(let seconds, let warnings):
      event("built") {
        $0.key("seconds")
        $0.number(rounded3: seconds)
        if !warnings.isEmpty { $0.member(text: warnings, "warnings") }
      }
    case .buildFailed(let said, _): event("buildFailed") { $0.member(text: said, "output") }
    case .refused(let why, _): event("refused") { $0.member(text: why, "message") }
    case .loaded(let outcome, let socket):
      event("loaded") {
        $0.member(text: outcome.id, "id")
        $0.member(text: outcome.version, "version")
        $0.member(text: socket, "socket")
      }
    case .looks(let looks): for look in looks { event("look") { DevelopPaper.write(look, &$0) } }
    case .changed(let pairs):
      for pair in pairs { event("changed") { DevelopPaper.write(pair.new, &$0) } }
    case .troubled(let looks):
      event("troubled") { $0.member(text: DevelopPaper.names(looks), "looks") }
    case .unchanged: event("unchanged") { _ in }
    case .log(let line): event("log") { $0.member(text: line, "line") }
    }
  }

  private func event(_ name: String, _ members: (inout JSONWriter) -> Void) {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member(text: name, "event")
    members(&writer)
    writer.endObject()
    console.print(JSONDocument(writer))
  }

  private static func write(_ look: ShownLook, _ writer: inout JSONWriter) {
    writer.member(text: look.button.entry, "name")
    writer.member(text: look.button.isHandler ? "handler" : "style", "kind")
    writer.member(text: look.button.state.rawValue, "state")
    writer.member(text: look.userInterfaceStyle.rawValue, "userInterfaceStyle")
    if let contrast = look.contrast {
      writer.key("contrast")
      writer.number(rounded3: contrast)
    }
    if let trouble = look.trouble { writer.member(text: trouble, "trouble") }
    writer.key("appearance")
    writer.beginObject()
    for name in look.appearance.keys.sorted() {
      writer.key(name)
      look.appearance[name]?.write(into: &writer)
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Appends a member that is a text.
  fileprivate mutating func member(text: String, _ name: StaticString) {
    key(name)
    string(text)
  }
}
