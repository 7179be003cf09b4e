import ButtonClient
import ButtonModel
import ButtonProtocol

/// The looks of a deck's buttons, and which of its keys is which button.
struct DeckLooks {
  private struct Look {
    var appearance: AppearanceMembers
    var loss: String?
  }

  private let pages: [SurfaceLayout.Page]
  private var looks: [String: Look] = [:]
  /// The buttons that pages of a pattern show, by the page's place.
  private var matches: [Int: [String]] = [:]

  /// The most buttons that a deck's pages may show.
  static let most = 4_096

  init(_ layout: SurfaceLayout) { pages = layout.pages }

  /// Whether more buttons match than are kept.
  var isFull: Bool { looks.count > DeckLooks.most }

  /// Takes a part of the subscription; true if by it keys may have become other buttons.
  mutating func take(_ part: ButtonsPart) -> Bool {
    if part.snapshot { looks = [:] }
    let isOther =
      part.snapshot || !part.removed.isEmpty || part.buttons.contains { looks[$0.id] == nil }
    if isOther { matches = [:] }
    for record in part.buttons {
      looks[record.id] = Look(
        appearance: record.appearance ?? AppearanceMembers(), loss: record.status?.loss)
    }
    for id in part.removed { looks[id] = nil }
    return isOther
  }

  /// The place of the page of a name; that of the first page for an unknown one.
  func place(of name: String?) -> Int { pages.firstIndex { $0.name == name } ?? 0 }

  /// The button of a key; nil for none. `rank` keys are before it, row by row.
  mutating func button(page name: String?, row: Int, column: Int, rank: Int) -> String? {
    let place = place(of: name)
    switch pages[place].content {
    case .rows(let rows):
      guard rows.indices.contains(row), rows[row].indices.contains(column) else { return nil }
      return rows[row][column]
    case .match(let pattern):
      let ids = matches[place] ?? matching(pattern)
      matches[place] = ids
      return ids.indices.contains(rank) ? ids[rank] : nil
    }
  }

  /// The ids that pages name and no button has, in their order.
  var missing: [String] {
    var seen: Set<String> = []
    return pages.flatMap(\.content.ids).filter { looks[$0] == nil && seen.insert($0).inserted }
  }

  /// How a button looks; nil for one that there is not.
  func appearance(of id: String) -> AppearanceMembers? { looks[id]?.appearance }

  /// What of a button's sources is gone.
  func loss(of id: String?) -> String? { id.flatMap { looks[$0]?.loss } }

  /// The ids that a pattern means, in the order of lists for people.
  private func matching(_ pattern: String) -> [String] {
    let glob = Glob(UTF8String(pattern))
    var work = 0
    return looks.keys.filter { id in
      var id = id
      return id.withUTF8 { glob.matches(UnsafeRawBufferPointer($0), work: &work) }
    }.naturallySorted()
  }
}

/// What a key shows.
struct KeyFace: Hashable {
  var appearance: AppearanceMembers?
  var loss: String?
  var isPressed: Bool

  /// The face of a key without a button.
  static let dark = KeyFace(appearance: nil, loss: nil, isPressed: false)

  /// A colour of the look as it is seen on another one.
  func color(_ name: UTF8String, on ground: ResolvedColor) -> ResolvedColor {
    guard case .string(let text)? = appearance?[name], let rgba = Color.rgba(hex: text.string)
    else { return ground }
    return ResolvedColor(rgba: rgba).composited(over: ground)
  }

  /// The title, and the subtitle below it.
  var text: String {
    let lines = ["title", "subtitle"].compactMap { name -> String? in
      guard case .string(let text)? = appearance?[UTF8String(name)] else { return nil }
      return text.string
    }
    return lines.joined(separator: "\n")
  }
}

/// The beginning of a subscription to looks, or a frame of it.
struct ButtonsPart: Message {
  var snapshot = false
  var buttons: [LookRecord] = []
  var removed: [String] = []
  var more = false

  init() {}

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.expected("snapshot", &snapshot)
    try fields.required("buttons", &buttons)
    try fields.required("removed", &removed)
    try fields.expected("more", &more)
  }
}

/// The beginning of a subscription to state, or a change of it.
struct StatePart: Message {
  var snapshot = false
  var values = StateMembers()
  var removed: [UTF8String] = []

  init() {}

  mutating func visit<F: Fields & ~Copyable>(_ fields: inout F) throws(F.Failure) {
    try fields.expected("snapshot", &snapshot)
    try fields.required("values", &values)
    try fields.required("removed", &removed)
  }
}
