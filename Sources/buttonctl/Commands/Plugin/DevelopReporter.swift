import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC
import PluginTools

/// Prints the events of `plugin dev`.
struct DevelopReporter {
  let console: Console
  /// Shows the looks once, without hints.
  let isOnce: Bool

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
    case .loaded(let outcome, let socket, let picture):
      console.print("using \(outcome.id) \(outcome.version)")
      if let picture { console.print("picture: \(picture)") }
      if !isOnce { console.print("state:   buttonctl --socket \(socket) state set …") }
    case .leftOut(let rows): console.complain("\(rows) more rows of examples are not shown")
    case .looks(let looks):
      console.print(troubles(looks))
      console.print(painted: LookListing(usesColor: console.usesColor).text(of: looks))
    case .changed(let pairs):
      console.print(troubles(pairs.map(\.new)))
      console.print(painted: LookListing(usesColor: console.usesColor).text(of: pairs))
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

  /// The rows of looks with their states, `warm/warm (normal, busy)`; without states if it is all
  /// of them.
  private static func names(_ looks: [ShownLook]) -> String {
    var names: [String] = []
    var seen: Set<GalleryRow> = []
    for look in looks where seen.insert(look.button.row).inserted {
      let states = Set(looks.filter { $0.button.row == look.button.row }.map(\.button.state))
      let list = ShownState.allCases.filter(states.contains).map(\.rawValue)
      let all = list.count == ShownState.allCases.count
      names.append(look.button.row.label + (all ? "" : " (\(list.joined(separator: ", ")))"))
    }
    return names.joined(separator: ", ")
  }

  private static func lines(_ text: String) -> String {
    text.split(separator: "\n").map { String($0).printable }.joined(separator: "\n")
  }

  /// Rounded down: a contrast of 4.49 is not 4.5.
  static func tenths(_ number: Double) -> String {
    let tenths = Int(number * 10)
    return "\(tenths / 10).\(tenths % 10)"
  }

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
    case .loaded(let outcome, let socket, let picture):
      event("loaded") {
        $0.member("id", outcome.id)
        $0.member("version", outcome.version)
        $0.member("socket", socket)
        $0.member("picture", ifPresent: picture)
      }
    case .leftOut(let rows): event("leftOut") { $0.member("rows", rows) }
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
    look.button.row.writeArguments(into: &writer)
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
