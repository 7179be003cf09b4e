import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC
import PluginTools

/// Prints the events of `plugin dev`.
struct DevelopReporter {
  let console: Console
  /// Whether it shows the looks once and prints no hints.
  let isOnce: Bool

  /// Prints an event.
  func show(_ news: DevelopNews) {
    if console.printsJSON { return print(news) }
    switch news {
    case .built(let seconds, let warnings):
      console.print(DevelopReporter.lines(warnings))
      console.print("built in \(DevelopReporter.tenths(seconds)) s")
    case .buildFailed(let said, let hasLast):
      console.print(DevelopReporter.lines(said))
      console.complain("the build failed" + (hasLast ? "; the last version stays in use" : ""))
    case .refused(let why, let hasLast):
      console.complain(
        hasLast ? "not used; the last version stays in use: \(why)" : "cannot be used: \(why)")
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
      console.complain("the plugin did not make all of its looks: \(DevelopReporter.names(looks))")
    case .unchanged: console.print("no look has changed")
    case .log(let line): console.print("log: \(line.printable)")
    }
  }

  /// Each problem once, with the looks that have it.
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
    return found.map { "! \(DevelopReporter.names($0.looks)): \($0.trouble.printable)" }
      .joined(separator: "\n")
  }

  /// The styles and handlers of looks with their states, `warm/warm (normal, busy)`; without states
  /// if it is all of them.
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

  /// All looks. Of other states than normal, only properties that differ from it are listed.
  private func table(_ looks: [ShownLook]) -> String {
    var table = Table("NAME", "STATE", "DISPLAY", "TITLE", "COLOURS", "CONTRAST", "AND")
    for look in looks {
      let normal = looks.first {
        $0.button.entry == look.button.entry && $0.button.kind == look.button.kind
          && $0.button.state == .normal && $0.userInterfaceStyle == look.userInterfaceStyle
      }
      let rest = look.appearance.keys.sorted().filter { name in
        !DevelopReporter.columns.contains(name)
          && (look == normal || normal?.appearance[name] != look.appearance[name])
      }
      let more = rest.map { "\($0) \(DevelopReporter.text(look.appearance[$0]))" }
      add(look, (look.trouble == nil ? [] : ["!"]) + more, to: &table)
    }
    return table.text
  }

  private func table(_ pairs: [DevelopNews.LookPair]) -> String {
    var table = Table("CHANGED", "STATE", "DISPLAY", "TITLE", "COLOURS", "CONTRAST", "WAS")
    for pair in pairs {
      let changes = pair.new.changes(since: pair.old).map { change in
        "\(change.name) \(DevelopReporter.text(change.old)) → \(DevelopReporter.text(change.new))"
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
      DevelopReporter.tenths($0) + (look.isHardToRead ? " hard to read" : "")
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

  /// A number with one decimal, rounded down: a contrast of 4.49 is not 4.5.
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
        if !warnings.isEmpty { $0.member("warnings", warnings) }
      }
    case .buildFailed(let said, _): event("buildFailed") { $0.member("output", said) }
    case .refused(let why, _): event("refused") { $0.member("message", why) }
    case .loaded(let outcome, let socket):
      event("loaded") {
        $0.member("id", outcome.id)
        $0.member("version", outcome.version)
        $0.member("socket", socket)
      }
    case .looks(let looks): for look in looks { event("look") { DevelopReporter.write(look, &$0) } }
    case .changed(let pairs):
      for pair in pairs { event("changed") { DevelopReporter.write(pair.new, &$0) } }
    case .troubled(let looks):
      event("troubled") { $0.member("looks", DevelopReporter.names(looks)) }
    case .unchanged: event("unchanged") { _ in }
    case .log(let line): event("log") { $0.member("line", line) }
    }
  }

  private func event(_ name: String, _ members: (inout JSONWriter) -> Void) {
    console.print(
      JSONDocument { writer in
        writer.member("event", name)
        members(&writer)
      })
  }

  private static func write(_ look: ShownLook, _ writer: inout JSONWriter) {
    writer.member("name", look.button.entry)
    writer.member("kind", look.button.kind.rawValue)
    writer.member("state", look.button.state.rawValue)
    writer.member("userInterfaceStyle", look.userInterfaceStyle.rawValue)
    if let contrast = look.contrast {
      writer.key("contrast")
      writer.number(rounded3: contrast)
    }
    if let trouble = look.trouble { writer.member("trouble", trouble) }
    writer.key("appearance")
    writer.beginObject()
    for name in look.appearance.keys.sorted() {
      writer.key(name)
      look.appearance[name]?.write(into: &writer)
    }
    writer.endObject()
  }
}
