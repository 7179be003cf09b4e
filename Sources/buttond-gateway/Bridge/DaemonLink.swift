import ButtonClient
import ButtonProtocol
import JSONRPC
import UVLoop

/// A connection to the daemon whose rights have been lowered before anybody gets to use it.
///
/// It introduces itself, and is handed over when the daemon has said yes: a request can never slip
/// through with more than its sender may do.
final class DaemonLink {
  /// Receives what happens to a link; called from the loop only, never during a call of the link's own
  /// methods, and not after `close` or `linkDidEnd`.
  protocol Delegate: AnyObject {
    /// The link is open; what the daemon says from now on comes to `didRead`.
    func linkDidOpen(_ link: DaemonLink)
    /// Bytes of the daemon; valid during the call.
    func link(_ link: DaemonLink, didRead bytes: UnsafeRawBufferPointer)
    /// The daemon takes bytes again.
    func linkDidDrain(_ link: DaemonLink)
    /// The link could not be opened, or is over; why.
    func linkDidEnd(_ link: DaemonLink, _ reason: String)
  }

  /// The longest answer to an introduction, in bytes.
  private static let maximumAnswerBytes = 256 << 10

  private let loop: Loop
  private let introduction: [UInt8]
  private weak var delegate: (any Delegate)?
  private var pipe: Pipe?
  private var outlet: Outlet?
  private var answer: [UInt8] = []
  private var phase = Phase.connecting

  /// How far the link has come.
  private enum Phase {
    case connecting
    /// The introduction is on its way to the daemon, or its answer back.
    case introducing
    case open
    case over
  }

  /// Begins to connect; `role` is the most that the link may do, nil for all that the daemon allows.
  init(to path: SocketPath, role: Role?, on loop: Loop, for delegate: any Delegate) {
    self.loop = loop
    self.delegate = delegate
    var writer = JSONWriter()
    writer.beginRequest(RequestID(0), "\(HelloRequest.method)")
    HelloRequest(client: "web", role: role).write(into: &writer)
    writer.endObject()
    writer.endLine()
    introduction = [UInt8](writer.bytes)
    do throws(UVError) {
      pipe = try PipeClient.connect(to: path.text, on: loop) { [weak self] in self?.connected($0) }
    } catch {
      failure = "\(error)"
    }
  }

  /// Why it was over before it began; the delegate is not told.
  private(set) var failure: String?

  /// Bytes that the daemon has not taken yet.
  var waitingBytes: Int { outlet?.waitingBytes ?? 0 }

  /// Sends bytes to the daemon.
  func send(_ bytes: [UInt8]) { outlet?.send(bytes) }

  /// Reads nothing more until `resume`; the daemon then keeps what it has to say, and tells the newest.
  func pause() { pipe?.stopReading() }

  /// Reads on.
  func resume() {
    guard let pipe, phase != .over, !pipe.isReading, !pipe.isClosing else { return }
    do { try pipe.startReading(self) } catch { outlet?.fail() }
  }

  /// Ends it; the delegate is not told.
  func close() {
    phase = .over
    pipe?.close()
  }

  private func connected(_ result: Result<Pipe, UVError>) {
    guard phase == .connecting else { return }
    switch result {
    case .failure(let error): end("\(error)")
    case .success(let pipe):
      self.pipe = pipe
      let outlet = Outlet(pipe)
      outlet.didDrain = { [weak self] in
        if let self, phase == .open { delegate?.linkDidDrain(self) }
      }
      outlet.didFail = { [weak self] in self?.end("the daemon went away") }
      self.outlet = outlet
      phase = .introducing
      resume()
      outlet.send(introduction)
    }
  }

  private func end(_ reason: String) {
    if phase == .over { return }
    close()
    delegate?.linkDidEnd(self, reason)
  }

  /// Takes the answer to the introduction, which is the daemon's first line.
  private func takeAnswer(_ bytes: UnsafeRawBufferPointer) {
    guard let newline = bytes.firstIndex(of: 0x0A) else {
      answer += bytes
      if answer.count > Self.maximumAnswerBytes { end("the daemon does not answer as it should") }
      return
    }
    answer += bytes[..<newline]
    if let reason = refusal() { return end(reason) }
    answer = []
    phase = .open
    delegate?.linkDidOpen(self)
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(newline + 1)...])
    if !rest.isEmpty, phase == .open { delegate?.link(self, didRead: rest) }
  }

  /// Why the daemon does not want the link; nil when it does.
  private func refusal() -> String? {
    let parser = JSONParser()
    return answer.withUnsafeBytes { line in
      guard let element = try? parser.parse(copying: line) else {
        return "the daemon does not answer as it should"
      }
      switch ResponseEnvelope(element, line: line) {
      case .result: return nil
      case .failure(_, let error): return "the daemon says: \(error.message?.string ?? "no")"
      case .notification, .malformed: return "the daemon does not answer as it should"
      }
    }
  }
}

extension DaemonLink: StreamReader {
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    switch phase {
    case .connecting, .over: break
    case .introducing: takeAnswer(bytes)
    case .open: delegate?.link(self, didRead: bytes)
    }
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    end(error.map { "\($0)" } ?? "the daemon went away")
  }
}
