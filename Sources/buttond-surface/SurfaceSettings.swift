import ButtonModel
import ButtonProtocol
import DaemonConfiguration
import JSONRPC
import UVLoop

/// What a file says of decks and of what they show.
struct SurfaceSettings: Hashable, Sendable {
  /// Decks whose ids match a pattern.
  struct DeviceRule: Hashable, Sendable {
    /// The ids, with `*` for any run of characters.
    var id: Glob
    var layout: String
    /// The key that names the page; nil for `surface.ID.page`.
    var pageKey: UTF8String?
    var brightness = Brightness.percent(100)
    var rotation = RasterDraw.Rotation.none
    var traits: TraitsRequest

    /// Whether it is for the deck of an id.
    func matches(_ id: String) -> Bool {
      var (id, work) = (id, 0)
      return id.withUTF8 { self.id.matches(UnsafeRawBufferPointer($0), work: &work) }
    }

    /// Whether it tells no id from others: these have nothing in common.
    var matchesAll: Bool { matches("0") && matches(String(repeating: "1", count: 64)) }
  }

  /// How bright a deck is.
  enum Brightness: Hashable, Sendable {
    /// 0 to 100.
    case percent(Int)
    /// As the number in a key says.
    case key(UTF8String)
  }

  /// Where to listen; the loopback addresses without any.
  var addresses: [ListenAddress] = []
  var port: UInt16 = 16_622
  /// The first that matches a deck's id counts.
  var devices: [DeviceRule] = []
  var layouts: [String: SurfaceLayout] = [:]
  /// Whether the file has layouts.
  private var hasOwnLayouts = false

  /// Every deck of this machine shows all buttons in the order of their ids.
  init() {
    let page = SurfaceLayout.Page(name: "all", content: .match("*"))
    layouts = ["all": SurfaceLayout(pages: [page])]
    devices = [DeviceRule(id: Glob("*"), layout: "all", traits: SurfaceSettings.usualTraits)]
  }

  /// Keys are black around what is drawn on them.
  private static let usualTraits: TraitsRequest = {
    var traits = TraitsRequest()
    traits.userInterfaceStyle = .dark
    return traits
  }()

  /// What a deck shows; nil for one that may not come.
  func rule(for id: String) -> DeviceRule? {
    devices.first { $0.matches(id) }
  }
}

/// What the keys of a deck are: pages, the first of which is shown where the page's key names none of them.
struct SurfaceLayout: Hashable, Sendable {
  /// What the keys are while a page is shown.
  struct Page: Hashable, Sendable {
    enum Content: Hashable, Sendable {
      /// Ids of buttons, by row and column from the top left; nil leaves a key dark.
      case rows([[String?]])
      /// The buttons that match, in the order of their ids, row by row.
      case match(String)

      /// The ids that it names, in their order.
      var ids: [String] {
        switch self {
        case .rows(let rows): rows.joined().compactMap(\.self)
        case .match(let pattern): pattern.contains { "*?".contains($0) } ? [] : [pattern]
        }
      }
    }

    let name: String
    let content: Content
  }

  let pages: [Page]

  /// The ids and patterns of all buttons that the pages may show.
  var patterns: [UTF8String] {
    var patterns: Set<String> = []
    for page in pages {
      patterns.formUnion(page.content.ids)
      if case .match(let pattern) = page.content { patterns.insert(pattern) }
    }
    return patterns.sorted().map { UTF8String($0) }
  }
}

extension SurfaceSettings {
  /// The file at a path, or all that is wrong with it.
  init(reading path: String) throws(ConfigurationError) {
    let file = try SourceFile(reading: path)
    do throws(ProtocolError) {
      try self.init(json: file.root)
    } catch {
      throw ConfigurationError(file.remarks(error))
    }
  }

  /// The members of the file's top level.
  private static let names = ["listen", "port", "devices", "layouts"]

  init(json: JSONElement) throws(ProtocolError) {
    self.init()
    if json.isNull { return }
    var members = try CheckedMembers(of: json, SurfaceSettings.names)
    let listen: [String] = members.optional("listen") ?? []
    for (index, text) in listen.enumerated() {
      members.check { () throws(ProtocolError) in
        guard let address = ListenAddress(text) else {
          throw .invalidParams(
            "must be an address such as 127.0.0.1 or ::, without a port",
            path: "listen[\(index)]")
        }
        addresses.append(address)
      }
    }
    if let port = members.count("port", in: 1...65_535) { self.port = UInt16(port) }
    if let layouts = members.members.value("layouts") {
      hasOwnLayouts = true
      // One with a mistake is there too: rules may name it.
      self.layouts = Dictionary(
        layouts.members.map { ($0.key.string, SurfaceLayout(pages: [])) },
        uniquingKeysWith: { $1 })
      members.check { () throws(ProtocolError) in
        do throws(ProtocolError) {
          self.layouts = try SurfaceSettings.layouts(layouts)
        } catch {
          throw error.under("layouts")
        }
      }
      // Without rules, a file with one layout is for every deck of this machine.
      if let only = self.layouts.keys.first {
        let rule = DeviceRule(id: Glob("*"), layout: only, traits: SurfaceSettings.usualTraits)
        devices = self.layouts.count == 1 ? [rule] : []
      }
    }
    if let rules = members.members.value("devices") {
      devices = []
      members.check { () throws(ProtocolError) in
        guard rules.isArray else {
          throw ProtocolError.wrongType(rules, expected: "a list of devices").under("devices")
        }
      }
      for (index, rule) in rules.elements.enumerated() {
        members.check { () throws(ProtocolError) in
          do throws(ProtocolError) {
            devices.append(try deviceRule(rule))
          } catch {
            throw error.under("devices[\(index)]")
          }
        }
      }
    }
    let hasRules = members.members.value("devices") != nil
    let (needsRules, isOpen) = (devices.isEmpty && !hasRules, !addresses.allSatisfy(\.isLoopback))
    members.check { () throws(ProtocolError) in
      if needsRules {
        throw .invalidParams(
          "say which deck has which layout: devices: [{id: '*', layout: NAME}]", path: "devices")
      }
      if isOpen, !hasRules {
        throw .invalidParams(
          "decks of other machines are let in by their ids only: add devices: [{id: ID}]",
          path: "devices")
      }
    }
    if let last = devices.firstIndex(where: \.matchesAll), last + 1 < devices.count {
      members.check { () throws(ProtocolError) in
        throw .invalidParams(
          "never counts, as devices[\(last)] is for every deck: write it above that",
          path: "devices[\(last + 1)]")
      }
    }
    for (index, rule) in devices.enumerated() where isOpen && hasRules && rule.matchesAll {
      members.check { () throws(ProtocolError) in
        throw .invalidParams(
          "lets in every deck of other machines: name a deck, 'streamdeck:AB12CD34', or a kind, 'streamdeck:*'",
          path: "devices[\(index)].id")
      }
    }
    try members.check()
  }

  private func deviceRule(_ json: JSONElement) throws(ProtocolError) -> DeviceRule {
    let names = ["id", "layout", "page", "brightness", "rotation", "traits"]
    var members = try CheckedMembers(of: json, names)
    var rule = DeviceRule(id: Glob("*"), layout: "", traits: SurfaceSettings.usualTraits)
    var id = ""
    members.required("id", &id, as: PlainForm(), "")
    let isNamed = members.members.value("id") == nil || !id.isEmpty
    members.check { () throws(ProtocolError) in
      if !isNamed { throw .invalidParams("must be the id of a deck, or a pattern", path: "id") }
    }
    rule.id = Glob(UTF8String(id))
    let layouts = layouts
    if let layout: String = members.optional("layout") {
      rule.layout = layout
    } else if layouts.count == 1, let only = layouts.keys.first {
      rule.layout = only
    }
    let (layout, hasLayouts) = (rule.layout, hasOwnLayouts)
    members.check { () throws(ProtocolError) in
      // That the file has no layout to name has been said.
      guard layouts[layout] == nil, !layouts.isEmpty else { return }
      if layout.isEmpty { throw .invalidParams("layout is missing", path: "layout") }
      if !hasLayouts { throw .invalidParams("there are no layouts in this file", path: "layout") }
      throw ProtocolError.unknownName(layout, among: layouts.keys.sorted()).under("layout")
    }
    if let page: StateKeyName = members.optional("page") { rule.pageKey = page.text }
    if let json = members.members.value("brightness") {
      members.check { () throws(ProtocolError) in
        do throws(ProtocolError) {
          rule.brightness = try SurfaceSettings.brightness(json)
        } catch {
          throw error.under("brightness")
        }
      }
    }
    if let degrees: Int = members.optional("rotation") {
      members.check { () throws(ProtocolError) in
        guard let rotation = RasterDraw.Rotation(rawValue: "\(degrees)") else {
          throw .invalidParams("must be 0, 90, 180 or 270", path: "rotation")
        }
        rule.rotation = rotation
      }
    }
    if var traits: TraitsRequest = members.optional("traits") {
      traits.userInterfaceStyle = traits.userInterfaceStyle ?? rule.traits.userInterfaceStyle
      rule.traits = traits
    }
    try members.check()
    return rule
  }

  private static func brightness(_ json: JSONElement) throws(ProtocolError) -> Brightness {
    if json.isString { return .key(try StateKeyName(json: json).text) }
    let percent = try Int(json: json)
    guard (0...100).contains(percent) else {
      throw .invalidParams("must be 0 to 100, or the name of a key that is")
    }
    return .percent(percent)
  }

  private static func layouts(
    _ json: JSONElement
  ) throws(ProtocolError) -> [String: SurfaceLayout] {
    guard json.isObject else { throw .wrongType(json, expected: "an object of layouts") }
    var layouts: [String: SurfaceLayout] = [:]
    var mistakes = Mistakes()
    for (name, pages) in json.members {
      mistakes.attempt(name.string) { () throws(ProtocolError) in
        layouts[name.string] = try SurfaceLayout(json: pages)
      }
    }
    try mistakes.check()
    guard !layouts.isEmpty else { throw .invalidParams("must have at least one layout") }
    return layouts
  }
}

extension SurfaceLayout {
  fileprivate init(json: JSONElement) throws(ProtocolError) {
    guard json.isObject else {
      throw .wrongType(json, expected: "an object of pages, each a list of rows or a pattern")
    }
    guard json.count > 0 else { throw .invalidParams("has no pages") }
    var pages: [Page] = []
    var mistakes = Mistakes()
    for (name, content) in json.members {
      mistakes.attempt(name.string) { () throws(ProtocolError) in
        pages.append(Page(name: name.string, content: try Page.Content(json: content)))
      }
    }
    try mistakes.check()
    self.init(pages: pages)
    let match = Match(patterns: patterns)
    guard match.ids.count <= Match.maximumNames, match.globs.count <= Match.maximumGlobs else {
      throw .invalidParams(
        "has \(patterns.count) buttons and patterns; the most are \(Match.maximumNames) and"
          + " \(Match.maximumGlobs)")
    }
  }
}

extension SurfaceLayout.Page.Content {
  fileprivate init(json: JSONElement) throws(ProtocolError) {
    if json.isString {
      self = .match(try SurfaceLayout.Page.Content.pattern(json))
      return
    }
    guard json.isArray else { throw .wrongType(json, expected: "a list of rows or a pattern") }
    guard json.count > 0 else { throw .invalidParams("has no rows; [[~]] is a dark page") }
    var rows: [[String?]] = []
    var mistakes = Mistakes()
    for (index, row) in json.elements.enumerated() {
      mistakes.attempt("[\(index)]") { () throws(ProtocolError) in
        rows.append(try SurfaceLayout.Page.Content.row(row))
      }
    }
    try mistakes.check()
    self = .rows(rows)
  }

  private static func row(_ json: JSONElement) throws(ProtocolError) -> [String?] {
    guard json.isArray else { throw .wrongType(json, expected: "a list of buttons") }
    var row: [String?] = []
    var mistakes = Mistakes()
    for (index, cell) in json.elements.enumerated() {
      if cell.isNull {
        row.append(nil)
        continue
      }
      mistakes.attempt("[\(index)]") { () throws(ProtocolError) in
        let id = try String(json: cell)
        guard Array(id.utf8).withUnsafeBytes({ ButtonDefinition.isValidID($0) }) else {
          throw .invalidParams("'\(Excerpt(id))' is not the id of a button")
        }
        row.append(id)
      }
    }
    try mistakes.check()
    return row
  }

  private static func pattern(_ json: JSONElement) throws(ProtocolError) -> String {
    let text = try String(json: json)
    let id = text.utf8.map { "*?".utf8.contains($0) ? UInt8(ascii: "x") : $0 }
    guard id.withUnsafeBytes({ ButtonDefinition.isValidID($0) }) else {
      throw .invalidParams(
        "'\(Excerpt(text))' is neither the id of a button nor a pattern of ids, such as lamp.*")
    }
    return text
  }
}

extension ListenAddress {
  /// Whether only this machine reaches it.
  var isLoopback: Bool { text == "::1" || text.hasPrefix("127.") }
}
