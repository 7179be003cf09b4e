import ButtonClient
import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC
import UVLoop

/// Has pictures drawn by buttond-raster, which it starts, watches and starts again.
///
/// Decks say that they have something to draw and are asked for it in turn, so that a picture is of what there
/// is when its turn comes, and no deck keeps others waiting. What was drawn before is not drawn again.
final class Painter {
  /// What has something to draw.
  protocol Client: AnyObject {
    /// The next picture to be drawn; nil for none.
    func nextDrawing() -> Drawing?
    /// What came of a drawing.
    func didDraw(_ drawing: Drawing, _ outcome: Outcome)
  }

  /// A picture to be drawn: the params of raster.draw, the images that they name, and which control shows what by
  /// it.
  struct Drawing {
    let params: [UInt8]
    var images: [(name: ImageName, file: [UInt8])]
    let control: Int
    let face: KeyFace

    /// What makes the picture: an image that was not there yet is not in it.
    var key: [UInt8] { images.reduce(into: params) { $0 += $1.name.text.bytes } }

    /// What is to blame if it cannot be drawn: the images, whatever else the key shows.
    var suspect: [UInt8] {
      images.isEmpty ? params : images.reduce(into: []) { $0 += $1.name.text.bytes }
    }

    /// The most milliseconds that it may take: a picture takes one, an image with millions of pixels some hundred.
    var patience: UInt64 { images.isEmpty ? 5_000 : 2_000 }

    /// How many painters it may end before it is not tried again.
    var mostDeaths: Int { images.isEmpty ? 2 : 1 }
  }

  /// What came of a drawing.
  enum Outcome {
    /// The picture in Base64.
    case picture(String)
    /// The painter ended before it was drawn.
    case interrupted
    /// It cannot be drawn.
    case refused
  }

  private struct Asked {
    /// Nil for the first request, which is answered when the process has loaded what it needs.
    var drawing: Drawing?
    weak var client: (any Client)?
    /// When it became the first of those that are not answered, in milliseconds.
    var since: UInt64

    /// The most milliseconds that its answer may take; fonts may be on a slow disk.
    var patience: UInt64 { drawing?.patience ?? 30_000 }
  }

  private let loop: Loop
  private let program: String
  private var child: ChildProcess?
  private var splitter = LineSplitter(maxLineBytes: 64 << 20)
  private let parser = JSONParser()
  /// What was sent and not answered, the oldest first.
  private var asked: [Asked] = []
  private var outbound: [UInt8] = []
  private var isWriting = false
  private var waiting: [any Client] = []
  /// 32 keys have some 700 KiB of pixels in Base64.
  private var pictures = ByteCache<[UInt8], String>(atMost: 32 << 20) { key, picture in
    key.count + picture.utf8.count
  }
  /// What painters died of: how often, and when at last, in milliseconds.
  private var suspects: [[UInt8]: (deaths: Int, at: UInt64)] = [:]
  private var backoff = Backoff(first: 100, most: 10_000)
  private var startedAt: UInt64?
  private var restart: Timer?
  private var watch: Timer?
  private var isStopping = false

  /// A request up to its params.
  private static let request = #"{"jsonrpc":"2.0","id":1,"method":"raster.draw","params":"#
  /// Requests that are sent before they are answered: enough for the painter never to wait.
  private static let mostAsked = 4
  /// How long the blame lasts, in milliseconds: it may have been a machine that stood still.
  private static let memory: UInt64 = 600_000

  init(_ program: String, on loop: Loop) throws(UVError) {
    (self.program, self.loop) = (program, loop)
    watch = try Timer(on: loop) { [weak self] in self?.checkPatience() }
    try watch?.start(after: 500, every: 500)
    start()
  }

  /// Notes that a client has something to draw.
  func wake(_ client: any Client) {
    if waiting.contains(where: { $0 === client }) { return }
    waiting.append(client)
  }

  /// Sends what the turn has brought.
  func flush() {
    while asked.count < Painter.mostAsked, child != nil, !waiting.isEmpty {
      let client = waiting.removeFirst()
      guard var drawing = client.nextDrawing() else { continue }
      waiting.append(client)
      // An image that cannot be drawn is drawn as one that is not there.
      if isSuspect(drawing) { drawing.images = [] }
      if let picture = pictures[drawing.key] {
        client.didDraw(drawing, .picture(picture))
      } else if isSuspect(drawing) {
        client.didDraw(drawing, .refused)
      } else {
        send(drawing, client)
      }
    }
    write()
  }

  /// Ends the painter.
  func stop() {
    isStopping = true
    child?.close()
    restart?.close()
    watch?.close()
  }

  private func isSuspect(_ drawing: Drawing) -> Bool {
    guard !suspects.isEmpty, let suspect = suspects[drawing.suspect] else { return false }
    return suspect.deaths >= drawing.mostDeaths && loop.now - suspect.at < Painter.memory
  }

  private func blame(_ drawing: Drawing, deaths: Int = 1) {
    if suspects.count > 1_000 { suspects = [:] }
    let before = suspects[drawing.suspect]?.deaths ?? 0
    suspects[drawing.suspect] = (before + deaths, loop.now)
  }

  private func send(_ drawing: Drawing, _ client: any Client) {
    outbound += Array(Painter.request.utf8)
    outbound += drawing.params.dropLast()
    outbound += Array(#","images":["#.utf8)
    outbound += drawing.images.map(\.file).joined(separator: ",".utf8)
    outbound += Array("]}".utf8)
    outbound += Array("}\n".utf8)
    asked.append(Asked(drawing: drawing, client: client, since: loop.now))
  }

  private func write() {
    guard let pipe = child?.pipes[0], !isWriting, !outbound.isEmpty else { return }
    let bytes = outbound
    outbound = []
    do throws(UVError) {
      let taken = try bytes.withUnsafeBufferPointer { (run) throws(UVError) -> Int in
        try pipe.tryWrite(UnsafeRawBufferPointer(run))
      }
      if taken == bytes.count { return }
      isWriting = true
      try pipe.write(bytes, from: taken) { [weak self] error in
        self?.isWriting = false
        if error == nil { self?.write() }
      }
    } catch {
      // Its end is reported too.
      child?.pipes[0]?.close()
    }
  }

  // MARK: The process

  private func start() {
    guard !isStopping else { return }
    var launch = ChildProcess.Launch(program, environment: nil)
    launch.stdio = [.pipe, .pipe, .inherit(STDERR_FILENO)]
    do throws(UVError) {
      let child = try ChildProcess(launch, on: loop) { [weak self] exit in self?.ended(exit) }
      self.child = child
      startedAt = loop.now
      splitter = LineSplitter(maxLineBytes: 64 << 20)
      try child.pipes[1]?.startReading(self)
      // Keys are not blamed for what it takes to start.
      outbound += Array(
        "\(Painter.request){\"appearance\":{},\"width\":5,\"height\":5}}\n".utf8)
      asked.append(Asked(since: loop.now))
    } catch {
      console.complain("cannot draw: \(error)")
      tryAgain(in: backoff.failed())
    }
  }

  private func ended(_ exit: ChildProcess.Exit) {
    for pipe in child?.pipes.values.map({ $0 }) ?? [] where !pipe.isClosing { pipe.close() }
    child = nil
    if isStopping { return }
    let how = exit.signal != 0 ? "was ended by signal \(exit.signal)" : "exited with \(exit.status)"
    let wait = backoff.lost(after: loop.now - (startedAt ?? loop.now))
    console.complain("buttond-raster \(how); starting it again in \(wait) ms")
    let unanswered = asked
    asked = []
    outbound = []
    isWriting = false
    if let first = unanswered.first?.drawing { blame(first) }
    // They say again what they have to draw.
    for asked in unanswered {
      if let drawing = asked.drawing { asked.client?.didDraw(drawing, .interrupted) }
    }
    tryAgain(in: wait)
  }

  private func tryAgain(in wait: UInt64) {
    do throws(UVError) {
      restart?.close()
      restart = try Timer(on: loop) { [weak self] in self?.start() }
      try restart?.start(after: wait)
    } catch {
      console.complain("\(error)")
      loop.stop()
    }
  }

  private func checkPatience() {
    guard let child, let first = asked.first else { return }
    let patience = first.patience
    guard loop.now - first.since > patience else { return }
    console.complain("buttond-raster has not drawn for \(patience) ms: ending it")
    try? child.kill(SIGKILL)
  }

  private func take(_ line: UnsafeRawBufferPointer) {
    guard !asked.isEmpty else { return }
    let answered = asked.removeFirst()
    if !asked.isEmpty { asked[0].since = loop.now }
    guard let drawing = answered.drawing else { return }
    var picture: String?
    if let answer = try? parser.parse(copying: line) {
      picture = answer.member("result")?.member("data")?.string
      if picture == nil, let why = answer.member("error")?.member("message")?.string {
        console.complain("a key cannot be drawn: \(why)")
        blame(drawing, deaths: drawing.mostDeaths)
      }
    }
    if let picture { pictures.keep(picture, for: drawing.key) }
    answered.client?.didDraw(drawing, picture.map { .picture($0) } ?? .refused)
  }
}

extension Painter: StreamReader {
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    var input = bytes
    while true {
      switch splitter.next(in: &input) {
      case .line(let line): take(line)
      case .needsInput: return
      case .tooLong:
        try? child?.kill(SIGKILL)
        return
      }
    }
  }

  /// The end of the process is reported too.
  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {}
}
