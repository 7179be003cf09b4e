import ButtonClient
import ButtonModel
import ButtonProtocol
import SatelliteAPI
import UVLoop

/// The connection of a program that attaches decks.
final class SatelliteConnection {
  private let pipe: Pipe
  private let writer: BufferedWriter
  private let service: SurfaceService
  private var line: [UInt8] = []
  private var decks: [String: Deck] = [:]
  private var heardAt: UInt64
  /// Whether the other side sends pings, and so is heard as long as it is there.
  private var pings = false
  private var isClosed = false
  /// Why it was closed, for the log; nil before, and when its program has taken its devices away itself.
  private(set) var reason: String?
  private var sentBytes = 0
  /// The bytes of the answers since a mark in what was sent, which moves on when all before it is
  /// taken.
  private var answers = (bytes: 0, mark: 0)
  /// What the other side had taken when it last took something, and when that was seen.
  private var taken = (bytes: 0, at: UInt64(0))

  /// The version of the Satellite API that is spoken: with manifests, pictures that are not square, and formats.
  static let version = "1.12.0"
  /// The longest line of a client: a manifest with the most controls.
  private static let mostLineBytes = 256 << 10
  /// The most devices behind a connection.
  private static let mostDecks = 32
  /// Bytes that wait to be taken, above which nothing is drawn for the decks.
  static let fullBytes = 256 << 10
  /// Milliseconds of silence of a client that sends pings, and of one that takes nothing of what
  /// waits or has no deck.
  private static let patience: UInt64 = 5_000
  private static let stalledPatience: UInt64 = 10_000

  init(_ pipe: Pipe, of service: SurfaceService) {
    self.pipe = pipe
    self.service = service
    writer = BufferedWriter(pipe)
    heardAt = service.loop.now
  }

  /// Greets, and reads.
  func start() {
    writer.didFail = { [weak self] in self?.close("its connection is broken") }
    writer.didDrain = { [weak self] in self?.didDrain() }
    var begin = SatelliteMessage("BEGIN")
    begin.add("CompanionVersion", "\(Release.version)+buttond")
    begin.add("ApiVersion", Self.version)
    send(begin)
    var caps = SatelliteMessage("CAPS")
    caps.add("SUBSCRIPTIONS", false)
    caps.add("NONSQUARE", true)
    caps.add("BITMAP_FORMATS", "rgb,png")
    send(caps)
    do throws(UVError) { try pipe.startReading(self) } catch { close() }
  }

  /// Whether there is room for more to be sent.
  var hasRoom: Bool { writer.waitingBytes < Self.fullBytes }

  /// Sends an answer, or what follows from a line.
  func send(_ message: SatelliteMessage) {
    if sentBytes - writer.waitingBytes >= answers.mark { answers = (0, sentBytes) }
    let line = message.line
    answers.bytes += line.count
    write(line)
  }

  /// Sends what a key shows; there was room when it was looked at.
  func show(_ message: SatelliteMessage) { write(message.line) }

  private func write(_ line: [UInt8]) {
    sentBytes += line.count
    writer.send(line)
  }

  /// Forgets a device that has come back over another connection.
  func lose(_ id: String) { decks[id] = nil }

  /// Closes the connection, and with it all decks behind it.
  func close(_ reason: String? = nil) {
    if isClosed { return }
    isClosed = true
    self.reason = reason
    for deck in decks.values { deck.close() }
    decks = [:]
    pipe.close()
    service.didClose(self)
  }

  /// Closes a connection whose other side is gone, takes nothing or has nothing to show.
  func check(now: UInt64) {
    let waiting = writer.waitingBytes
    if sentBytes - waiting != taken.bytes { taken = (sentBytes - waiting, now) }
    // A client that is busy with what it takes is there too.
    if pings, now - max(heardAt, taken.at) > Self.patience {
      return close("nothing was heard of it for \(Self.patience / 1_000) s")
    }
    if decks.isEmpty, now - heardAt > Self.stalledPatience {
      return close("it attaches no deck")
    }
    if waiting == 0 {
      taken.at = max(taken.at, heardAt)
    } else if now - taken.at > Self.stalledPatience {
      close("it has taken nothing for \(Self.stalledPatience / 1_000) s")
    }
  }

  private func didDrain() {
    for deck in decks.values { deck.wake() }
  }

  // MARK: Lines

  private func follow(_ bytes: ArraySlice<UInt8>) {
    let line = SatelliteLine(bytes.last == 0x0D ? bytes.dropLast() : bytes)
    switch line.command {
    case "PING":
      pings = true
      send(SatelliteMessage("PONG \(line.rest)"))
    case "PONG": break
    // A page of the web may have a browser send any text to this port, in the body of a request.
    case "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "HOST:":
      service.log(
        "closed a connection that speaks HTTP: a page may have tried to press buttons")
      close()
    case "QUIT": close()
    case "ADD-DEVICE": addDevice(line)
    case "REMOVE-DEVICE":
      withDeck(line) { deck, _ throws(SatelliteError) in
        decks[deck.device.id] = nil
        deck.close()
      }
    case "KEY-PRESS":
      withDeck(line) { deck, _ throws(SatelliteError) in
        let control = try deck.device.control(in: line)
        guard line.has("PRESSED") else { throw SatelliteError("Missing PRESSED") }
        if line.isNotFalse("PRESSED") { deck.press(control) } else { deck.release(control) }
      }
    case "KEY-ROTATE":
      withDeck(line) { deck, _ throws(SatelliteError) in
        let control = try deck.device.control(in: line)
        guard line.has("DIRECTION") else { throw SatelliteError("Missing DIRECTION") }
        deck.rotate(control, by: line.steps("DIRECTION"))
      }
    case "SET-VARIABLE-VALUE":
      withDeck(line) { _, answer throws(SatelliteError) in
        guard let name = line.text("VARIABLE") else { throw SatelliteError("Missing VARIABLE") }
        guard line.names("VALUE") else { throw SatelliteError("Missing VALUE") }
        answer.add("VARIABLE", name)
      }
    // What follows is known, and of no use here.
    case "PINCODE-KEY":
      withDeck(line) { _, _ throws(SatelliteError) in
        guard line.has("KEY") else { throw SatelliteError("Missing KEY") }
        guard let key = line.integer("KEY"), (0...9).contains(key) else {
          throw SatelliteError("Invalid KEY")
        }
      }
    case "CHANGE-PAGE":
      withDeck(line) { _, _ throws(SatelliteError) in
        guard line.has("DIRECTION") else { throw SatelliteError("Missing DIRECTION") }
      }
    case "FIRMWARE-UPDATE-INFO":
      withDeck(line) { _, _ throws(SatelliteError) in
        guard line.names("UPDATE_URL") else { throw SatelliteError("Missing UPDATE_URL") }
      }
    case "ADD-SUB", "REMOVE-SUB", "SUB-PRESS", "SUB-ROTATE":
      send(.failure(line.command, "Subscriptions not enabled"))
    default: send(.failure("", "Unknown command: \(Excerpt(line.command))"))
    }
  }

  private func addDevice(_ line: SatelliteLine) {
    let id = line.text("DEVICEID")
    do throws(SatelliteError) {
      let device = try SatelliteDevice(line)
      guard decks[device.id] == nil else { throw SatelliteError("Device already added") }
      guard decks.count < Self.mostDecks else {
        throw SatelliteError("A connection has at most \(Self.mostDecks) devices")
      }
      let deck = try service.addDeck(device, behind: self)
      decks[device.id] = deck
      var answer = SatelliteMessage("ADD-DEVICE OK")
      answer.add("DEVICEID", device.id)
      send(answer)
      deck.begin()
    } catch {
      send(.failure("ADD-DEVICE", device: id, error.message))
    }
  }

  /// Answers a line about a device of this connection.
  private func withDeck(
    _ line: SatelliteLine,
    _ body: (Deck, inout SatelliteMessage) throws(SatelliteError) -> Void
  ) {
    guard let id = line.text("DEVICEID") else {
      return send(.failure(line.command, "Missing DEVICEID"))
    }
    do throws(SatelliteError) {
      guard let deck = decks[id] else { throw SatelliteError("Device not found") }
      var answer = SatelliteMessage("\(line.command) OK")
      answer.add("DEVICEID", id)
      try body(deck, &answer)
      send(answer)
    } catch {
      send(.failure(line.command, device: id, error.message))
    }
  }
}

extension SatelliteConnection: StreamReader {
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    heardAt = service.loop.now
    var rest = bytes[...]
    while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
      line.append(contentsOf: rest[..<end])
      rest = rest[(end + 1)...]
      let whole = line
      line.removeAll(keepingCapacity: true)
      if whole.count > Self.mostLineBytes { return tooLong() }
      follow(whole[...])
      if isClosed { return }
    }
    line.append(contentsOf: rest)
    if line.count > Self.mostLineBytes { tooLong() }
    // Answers that nobody reads are not piled up.
    if answers.bytes > 4 * Self.fullBytes { close("it does not read its answers") }
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) { close("its connection has ended") }

  private func tooLong() {
    send(.failure("", "Line too long"))
    close("it sent a line of more than \(Self.mostLineBytes >> 10) KiB")
  }
}
