import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC
import LoopClient
import SatelliteAPI
import UVLoop

/// A deck: what its keys show and what they do, over a connection to the daemon that is its own, so that its
/// presses end with it.
final class Deck {
  /// A key that is held, and the button that it pressed: the same is released, whatever the key shows by then.
  private typealias Held = [Int: String]

  let device: SatelliteDevice
  /// The connection that the device is behind; nil once it is gone.
  private(set) weak var owner: SatelliteConnection?
  private let rule: SurfaceSettings.DeviceRule
  private let layout: SurfaceLayout
  private let service: SurfaceService
  private let pageKey: UTF8String

  private var link: DaemonLink?
  private var linkSince: UInt64?
  private var backoff = Backoff(most: 2_000)
  /// Whether it was said that the daemon cannot be reached.
  private var hasComplained = false
  private var looks: DeckLooks
  private var looksID: ClientCore.ID?
  private var stateID: ClientCore.ID?
  /// Whether it was said that the daemon refuses a subscription.
  private var hasRefusal = false
  private var pageName: String?
  private var brightness: Int
  private var held: Held = [:]
  /// What keys did before it was known which buttons they are, the oldest first: done then.
  private var early: [(Deck) -> Void] = []
  /// The requests under way that press or turn a button, and which.
  private var presses: [ClientCore.ID: String] = [:]
  private var turns: [ClientCore.ID: String] = [:]
  /// The steps that buttons were turned by while the daemon still turned them.
  private var waitingSteps: [String: Int] = [:]
  /// The requests under way for images, and the controls that wait for some.
  private var imageRequests: [ClientCore.ID: ImageName] = [:]
  private var waitingForImages: Set<Int> = []
  /// The controls that show a look without an image that the daemon does not have, and whether they will be looked
  /// at again.
  private var lacking: Set<Int> = []
  private var looksAgain = false
  /// What each control shows, and the hash of the line that says so.
  private var sent: [(face: KeyFace, line: Int)?]
  /// Where each control is to who looks at the deck.
  private let places: [(row: Int, column: Int)]
  /// How many places are before it, row by row: gaps of the grid do not count.
  private let ranks: [Int]
  /// What is known of what there is to show. Without both, nothing is drawn: it would be replaced at once.
  private var known = (looks: false, page: false)
  /// The controls to be looked at, and those whose picture is being drawn.
  private var dirty: Set<Int> = []
  private var drawn: Set<Int> = []
  /// What controls would show if it could be drawn.
  private var refused: [Int: KeyFace] = [:]
  private var isClosed = false

  /// The most that keys may do before it is known which buttons they are.
  private static let mostEarly = 100

  init(
    _ device: SatelliteDevice, _ rule: SurfaceSettings.DeviceRule, _ layout: SurfaceLayout,
    for owner: SatelliteConnection, of service: SurfaceService
  ) {
    self.device = device
    self.rule = rule
    self.layout = layout
    self.owner = owner
    self.service = service
    pageKey = rule.pageKey ?? Deck.pageKey(of: device.id)
    looks = DeckLooks(layout)
    let (places, columns) = device.places(turned: rule.rotation.quarters)
    self.places = places
    let cells = places.map { $0.row * columns + $0.column }
    let ranks = Dictionary(
      uniqueKeysWithValues: Set(cells).sorted().enumerated().map { ($0.element, $0.offset) })
    self.ranks = cells.compactMap { ranks[$0] }
    sent = Array(repeating: nil, count: device.controls.count)
    brightness = if case .percent(let percent) = rule.brightness { percent } else { 100 }
  }

  /// The key that names a deck's page: `surface.ID.page`, with `_` for what no key has.
  static func pageKey(of id: String) -> UTF8String {
    let word = id.utf8.prefix(100).map { byte -> Character in
      let scalar = Unicode.Scalar(byte)
      let isPlain = scalar.properties.isAlphabetic && byte < 0x80 || (0x30...0x39).contains(byte)
      return isPlain || byte == UInt8(ascii: "-") ? Character(scalar) : "_"
    }
    return UTF8String("surface.\(String(word)).page")
  }

  /// Says what there is to say of a new device, and shows its keys.
  func begin() {
    if case .percent = rule.brightness { sendBrightness() }
    if let settings = device.settings {
      var message = SatelliteMessage("DEVICE-CONFIG")
      message.add("DEVICEID", device.id)
      message.add("CONFIG", Base64.text(Array(settings.utf8)))
      owner?.send(message)
    }
    changeAll()
    connect()
  }

  /// Ends it, and with its connection what it presses.
  func close() {
    if isClosed { return }
    isClosed = true
    // A key that was let go before has done what it does.
    link?.flush()
    link?.close()
    link = nil
    forgetImages()
    service.didClose(self)
  }

  /// Sends what the turn has brought to the daemon, and to the keys that need no picture.
  func flush() {
    showTexts()
    link?.flush()
  }

  // MARK: Keys

  /// A control is pressed.
  func press(_ control: Int) {
    if waits({ $0.press(control) }) { return }
    guard held[control] == nil, let link, linkSince != nil, let button = button(at: control) else {
      return
    }
    held[control] = button
    presses[link.request(PressBeganRequest(id: button))] = button
    // Shown as held at once; the look follows.
    change(control)
  }

  /// A control is let go.
  func release(_ control: Int) {
    if waits({ $0.release(control) }) { return }
    guard let button = held.removeValue(forKey: control) else { return }
    change(control)
    guard let link, linkSince != nil else { return }
    presses[link.request(PressEndedRequest(id: button))] = button
  }

  /// An encoder is turned by some steps. What comes faster than the daemon turns the button is added up.
  func rotate(_ control: Int, by steps: Int) {
    if waits({ $0.rotate(control, by: steps) }) { return }
    guard steps != 0, let button = button(at: control), linkSince != nil else { return }
    if turns.values.contains(button) {
      waitingSteps[button, default: 0] += steps
    } else {
      turn(button, by: steps)
    }
  }

  /// Whether something that a key does waits until it is known which button it is.
  private func waits(_ body: @escaping (Deck) -> Void) -> Bool {
    if known == (true, true) { return false }
    // The oldest goes: without its press a release does nothing, without its release a press lasts.
    if early.count == Deck.mostEarly { early.removeFirst() }
    early.append(body)
    return true
  }

  /// Does what waited, once all is known.
  private func catchUp() {
    guard known == (true, true) else { return }
    let waiting = early
    early = []
    for body in waiting { body(self) }
  }

  private func turn(_ button: String, by steps: Int) {
    guard steps != 0, let link else { return }
    let most = ButtonsRotateRequest.deltas
    let now = min(max(steps, most.lowerBound), most.upperBound)
    turns[link.request(ButtonsRotateRequest(id: button, delta: now))] = button
    if now != steps { waitingSteps[button] = steps - now }
  }

  private func button(at control: Int) -> String? {
    let place = places[control]
    return looks.button(
      page: pageName, row: place.row, column: place.column, rank: ranks[control])
  }

  /// What a control shows now.
  private func face(_ control: Int) -> KeyFace {
    let button = button(at: control)
    var loss = looks.loss(of: button)
    if button != nil, looks.isFull { loss = "more buttons match than are kept" }
    if button != nil, linkSince == nil { loss = "the daemon cannot be reached" }
    let appearance = button.flatMap { looks.appearance(of: $0) }
    // Others may hold the same button, and the key may show another one than it pressed.
    let isHighlighted = linkSince != nil && appearance?["isHighlighted"] == .bool(true)
    let isHeld = isHighlighted || button != nil && held[control] == button
    return KeyFace(appearance: appearance, loss: loss, isPressed: isHeld)
  }

  private func change(_ control: Int) {
    dirty.insert(control)
    wake()
  }

  private func changeAll() {
    dirty = Set(device.controls.indices)
    wake()
  }

  // MARK: The daemon

  private func connect() {
    if isClosed { return }
    let link = DaemonLink(on: service.loop, client: "buttond-surface", role: .press, for: self)
    self.link = link
    link.connect(to: service.socket)
  }

  private func updated(_ part: SubscriptionPart) {
    guard let update = try? part.json.decode(as: ButtonsPart.self) else { return }
    let isOther = looks.take(update)
    if looks.isFull {
      service.log(
        "the deck '\(device.id)' has a layout that matches more than \(DeckLooks.most) buttons:"
          + " narrow its patterns")
      if let looksID { link?.unsubscribe(looksID) }
      looksID = nil
    }
    if isOther {
      changeAll()
    } else {
      let ids = Set(update.buttons.map(\.id))
      for control in device.controls.indices {
        if let button = button(at: control), ids.contains(button) { dirty.insert(control) }
      }
      wake()
    }
    guard !known.looks, !update.more || looks.isFull else { return }
    known.looks = true
    if !looks.isFull { complainOfMissing() }
    catchUp()
  }

  /// An id that is mistyped leaves a key dark.
  private func complainOfMissing() {
    let missing = looks.missing
    if missing.isEmpty { return }
    let more = missing.count > 5 ? " and \(missing.count - 5) more" : ""
    let names = missing.prefix(5).map { "'\($0)'" }.joined(separator: ", ")
    service.log(
      "the deck '\(device.id)' has keys for buttons that do not exist: \(names)\(more);"
        + " `buttonctl buttons list` prints those there are")
  }

  private func changed(_ part: SubscriptionPart) {
    guard let change = try? part.json.decode(as: StatePart.self) else { return }
    /// The value of a key; nil where the change says nothing of it.
    func value(_ key: UTF8String) -> StateValue? {
      if let member = change.values.members.last(where: { $0.key == key }) { return member.value }
      return change.snapshot || change.removed.contains(key) ? .null : nil
    }
    if case .key(let key) = rule.brightness, let value = value(key) { setBrightness(value) }
    if let value = value(pageKey) { setPage(value) }
    if known.page { return }
    known.page = true
    wake()
    catchUp()
  }

  private func setPage(_ value: StateValue) {
    let page: String? =
      switch value {
      case .string(let name): name.string
      // A page may have a number for a name.
      case .int(let number): "\(number)"
      default: nil
      }
    guard page != pageName else { return }
    pageName = page
    changeAll()
  }

  private func setBrightness(_ value: StateValue) {
    let number: Double? =
      switch value {
      case .int(let number): Double(number)
      case .double(let number): number
      default: nil
      }
    let percent = number.map { $0.isFinite ? Int(min(max($0, 0), 100)) : 100 } ?? 100
    guard percent != brightness || !known.page else { return }
    brightness = percent
    sendBrightness()
  }

  private func sendBrightness() {
    var message = SatelliteMessage("BRIGHTNESS")
    message.add("DEVICEID", device.id)
    message.add("VALUE", brightness)
    owner?.send(message)
  }
}

// MARK: - Drawing

extension Deck: Painter.Client {
  /// Has what has changed be shown as soon as the other side takes it.
  func wake() {
    if !isClosed, !dirty.isEmpty { service.painter.wake(self) }
  }

  func nextDrawing() -> Painter.Drawing? {
    guard isShown else { return nil }
    // A control whose picture is being drawn is looked at again when that is done.
    for control in dirty.subtracting(drawn).sorted() {
      guard let bitmap = device.controls[control].face.bitmap else { continue }
      dirty.remove(control)
      let face = face(control)
      if face == sent[control]?.face, !lacking.contains(control) { continue }
      if refused[control] != face { refused[control] = nil }
      let look = refused[control] == nil ? face : .dark
      guard let images = images(of: look, for: control) else { continue }
      // A key that only is pressed otherwise looks as before, but its client wants to know.
      drawn.insert(control)
      return Painter.Drawing(
        params: params(look, bitmap), images: images, control: control, face: face)
    }
    return nil
  }

  /// Shows what has changed of the controls without pictures: they do not wait for the painter.
  private func showTexts() {
    for control in dirty.sorted() where device.controls[control].face.bitmap == nil {
      guard isShown else { return }
      dirty.remove(control)
      let face = face(control)
      if face != sent[control]?.face { send(control, face, nil) }
    }
  }

  /// Whether it is known what there is to show, and the other side takes it.
  private var isShown: Bool { !isClosed && known == (true, true) && owner?.hasRoom == true }

  /// The images that a control shows; nil while one of them is still asked for.
  private func images(
    of face: KeyFace, for control: Int
  ) -> [(name: ImageName, file: [UInt8])]? {
    var files: [(name: ImageName, file: [UInt8])] = []
    var (isWaiting, isLacking) = (false, false)
    for name in face.images {
      switch service.images.entry(of: name, now: service.loop.now) {
      case .file(let file)?: files.append((name, file))
      case .absent?: isLacking = true
      case .asked?: isWaiting = true
      case nil:
        guard let link, linkSince != nil else { break }
        service.images.ask(for: name)
        imageRequests[link.request(ImagesGetRequest(image: name))] = name
        isWaiting = true
      }
    }
    if isWaiting {
      waitingForImages.insert(control)
      return nil
    }
    if isLacking {
      lacking.insert(control)
      if !looksAgain { lookAgain() }
    } else {
      lacking.remove(control)
    }
    return files
  }

  /// Looks at the controls that lack an image again in a while: the daemon may have it by then.
  private func lookAgain() {
    looksAgain = true
    service.later(ImageShelf.absence + 1) { [weak self] in
      guard let self, !isClosed else { return }
      looksAgain = false
      if lacking.isEmpty { return }
      dirty.formUnion(lacking)
      wake()
      lookAgain()
    }
  }

  /// Images have come, or will not.
  func imagesChanged() {
    if waitingForImages.isEmpty { return }
    dirty.formUnion(waitingForImages)
    waitingForImages = []
    wake()
  }

  func didDraw(_ drawing: Painter.Drawing, _ outcome: Painter.Outcome) {
    drawn.remove(drawing.control)
    if isClosed { return }
    switch outcome {
    case .picture(let picture): send(drawing.control, drawing.face, picture)
    case .interrupted: dirty.insert(drawing.control)
    // The picture that the key has may be of another button: it becomes dark.
    case .refused where refused[drawing.control] != drawing.face:
      refused[drawing.control] = drawing.face
      dirty.insert(drawing.control)
    case .refused: send(drawing.control, drawing.face, nil)
    }
    wake()
  }

  private func params(_ face: KeyFace, _ bitmap: SatelliteDevice.Size) -> [UInt8] {
    var request = RasterDraw()
    request.appearance = face.appearance ?? AppearanceMembers()
    request.loss = face.loss
    request.traits = rule.traits
    (request.width, request.height) = (bitmap.width, bitmap.height)
    request.rotation = rule.rotation == .none ? nil : rule.rotation
    request.format = device.format == .png ? .png : .rgb
    request.backdrop = .rgba(0xFF)
    var writer = JSONWriter()
    request.write(into: &writer)
    return [UInt8](writer.bytes)
  }

  private func send(_ control: Int, _ face: KeyFace, _ picture: String?) {
    let (place, shows) = (device.controls[control], device.controls[control].face)
    var message = SatelliteMessage("KEY-STATE")
    message.add("DEVICEID", device.id)
    switch place.name {
    case .key(let key): message.add("KEY", key)
    case .id(let id): message.add("CONTROLID", id)
    }
    message.add("LOCATION", "\(looks.place(of: pageName) + 1)/\(place.row)/\(place.column)")
    message.add("PRESSED", face.isPressed)
    message.add("TYPE", "BUTTON")
    if let picture {
      message.add("BITMAP", device.format == .png ? "data:image/png;base64,\(picture)" : picture)
    }
    if let colors = shows.colors {
      let ground = face.color("backgroundColor", on: ResolvedColor(rgba: 0xFF))
      message.add("COLOR", colors.text(of: ground.rgba))
      message.add("TEXTCOLOR", colors.text(of: face.color("titleColor", on: ground).rgba))
    }
    if shows.hasText { message.add("TEXT", Base64.text(Array(face.text.utf8))) }
    if shows.hasTextStyle { message.add("FONT_SIZE", "auto") }
    let (line, last) = (message.digest, sent[control]?.line)
    sent[control] = (face, line)
    if line != last { owner?.show(message) }
  }
}

// MARK: - The link

extension Deck: DaemonLink.Delegate {
  func linkDidOpen(_ link: DaemonLink) {
    linkSince = service.loop.now
    // What was known may have changed meanwhile.
    known = (false, false)
    if hasComplained {
      service.log("the deck '\(device.id)' has its connection to the daemon", console.print)
    }
    hasComplained = false
    hasRefusal = false
    subscribeToLooks(link)
    subscribeToState(link)
    changeAll()
  }

  private func subscribeToLooks(_ link: DaemonLink) {
    looksID = link.subscribe(
      ButtonsSubscribeRequest(match: Match(patterns: layout.patterns), traits: rule.traits))
  }

  private func subscribeToState(_ link: DaemonLink) {
    var keys = [pageKey]
    if case .key(let key) = rule.brightness { keys.append(key) }
    stateID = link.subscribe(StateSubscribeRequest(keys: keys))
  }

  /// Asks for a refused subscription again in a while.
  private func askAgain(for id: ClientCore.ID, _ error: ClientError, _ link: DaemonLink) {
    if !hasRefusal {
      service.log(
        "the deck '\(device.id)': the daemon refuses a subscription: \(error); it asks again every"
          + " \(DaemonLink.refusalInterval / 1_000) s")
    }
    hasRefusal = true
    service.later(DaemonLink.refusalInterval) { [weak self, weak link] in
      guard let self, let link, self.link === link else { return }
      // What keys did before would come too late.
      early = []
      if id == looksID {
        subscribeToLooks(link)
      } else if id == stateID {
        subscribeToState(link)
      }
    }
  }

  func link(_ link: DaemonLink, did event: ClientCore.Event) {
    switch event {
    case .part(looksID, let part): updated(part)
    case .part(stateID, let part): changed(part)
    case .part: break
    case .answered(let id, let answer):
      if let button = turns.removeValue(forKey: id) {
        turn(button, by: waitingSteps.removeValue(forKey: button) ?? 0)
        // Most buttons cannot be turned, and may be under an encoder all the same.
        complain(answer, "turn", button, unless: [.disabled, .guarded, .notFound])
      } else if let name = imageRequests.removeValue(forKey: id) {
        take(answer, of: name)
      } else if let button = presses.removeValue(forKey: id) {
        complain(answer, "press", button, unless: [.disabled, .guarded])
      }
    case .ended(let id, let error?): askAgain(for: id, error, link)
    case .ended: break
    }
  }

  private func take(_ answer: ClientCore.Answer, of name: ImageName) {
    let file = (try? answer.get()).flatMap { try? $0.decode(as: ImageFileMessage.self) }
    service.images.take(file, of: name, now: service.loop.now)
    service.imagesChanged()
  }

  /// What was asked for with the link will not come.
  private func forgetImages() {
    if imageRequests.isEmpty { return }
    for name in imageRequests.values { service.images.forget(name) }
    imageRequests = [:]
    service.imagesChanged()
  }

  private func complain(
    _ answer: ClientCore.Answer, _ verb: String, _ button: String,
    unless usual: Set<ClientError.Code>
  ) {
    guard case .failure(let error) = answer, !usual.contains(error.code) else { return }
    service.log("the deck '\(device.id)' cannot \(verb) '\(button)': \(error.message)")
  }

  func linkDidEnd(_ link: DaemonLink, _ error: ClientError) {
    if isClosed { return }
    let wait =
      linkSince.map { backoff.lost(after: service.loop.now - $0) } ?? backoff.failed()
    if !hasComplained {
      hasComplained = true
      service.log(
        "the deck '\(device.id)' has no connection to the daemon at \(service.socket.text):"
          + " \(error.message); it tries again until it has one")
    }
    self.link = nil
    linkSince = nil
    (presses, turns, waitingSteps) = ([:], [:], [:])
    forgetImages()
    // What was held has ended with the connection.
    held = [:]
    early = []
    known = (true, true)
    changeAll()
    service.later(wait) { [weak self] in self?.connect() }
  }
}

extension SatelliteDevice {
  /// Where the controls are to who looks at a device on which pictures are turned clockwise by some quarters:
  /// the device was turned the other way. And how many columns there are then.
  func places(turned quarters: Int) -> (places: [(row: Int, column: Int)], columns: Int) {
    let lastRow = controls.map(\.row).max() ?? 0
    let lastColumn = controls.map(\.column).max() ?? 0
    let places = controls.map { control -> (row: Int, column: Int) in
      switch quarters {
      case 1: (lastColumn - control.column, control.row)
      case 2: (lastRow - control.row, lastColumn - control.column)
      case 3: (control.column, lastRow - control.row)
      default: (control.row, control.column)
      }
    }
    return (places, (quarters % 2 == 0 ? lastColumn : lastRow) + 1)
  }
}

extension SatelliteDevice.Face.Colors {
  /// A colour of 0xRRGGBBAA as the device wants it.
  fileprivate func text(of color: UInt32) -> String {
    switch self {
    case .hex: return String(Color.hex(color).prefix(7)).lowercased()
    case .rgb:
      let parts = [24, 16, 8].map { "\(color >> $0 & 0xFF)" }.joined(separator: ",")
      return "rgba(\(parts),1)"
    }
  }
}
