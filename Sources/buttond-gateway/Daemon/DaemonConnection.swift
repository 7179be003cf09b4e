import ButtonClient
import ButtonProtocol
import JSONRPC
import UVLoop

/// A connection to the daemon that has only the rights of its role.
///
/// It introduces itself with that role and opens when the daemon has agreed: no request can be sent
/// before with more rights than its sender has.
final class DaemonConnection {
  /// Receives what happens to a connection, on the loop and not after `close` or `connectionDidEnd`.
  protocol Delegate: AnyObject {
    /// The connection is open; what the daemon sends from now on goes to `didRead`.
    func connectionDidOpen(_ connection: DaemonConnection)
    /// The daemon sent bytes, which are valid during the call.
    func connection(_ connection: DaemonConnection, didRead bytes: UnsafeRawBufferPointer)
    /// The daemon has taken everything.
    func connectionDidDrain(_ connection: DaemonConnection)
    /// The connection could not be opened, or has ended.
    func connectionDidEnd(_ connection: DaemonConnection, _ error: ClientError)
  }

  private let loop: Loop
  private let role: Role?
  private weak var delegate: (any Delegate)?
  private var pipe: Pipe?
  private var writer: BufferedWriter?
  /// Makes the introduction.
  private var core = ClientCore(maximumLineBytes: 256 << 10)
  private var phase = Phase.connecting

  private enum Phase {
    case connecting
    /// The introduction has not been answered yet.
    case introducing
    case open
    case over
  }

  /// Makes a connection with at most this role; nil for all that the daemon allows.
  init(role: Role?, on loop: Loop, for delegate: any Delegate) {
    self.role = role
    self.loop = loop
    self.delegate = delegate
  }

  /// Connects; may report the end of the connection before it returns.
  func connect(to path: SocketPath) {
    do throws(UVError) {
      pipe = try PipeClient.connect(to: path.text, on: loop) { [weak self] in self?.connected($0) }
    } catch {
      end(ClientError(.noDaemon, "\(error)"))
    }
  }

  /// Bytes that the daemon has not taken yet.
  var waitingBytes: Int { writer?.waitingBytes ?? 0 }

  /// Sends bytes to the daemon.
  func send(_ bytes: [UInt8]) { writer?.send(bytes) }

  /// Stops reading until `resume`; the daemon then replaces older looks by newer ones.
  func pause() { pipe?.stopReading() }

  /// Reads again.
  func resume() {
    guard let pipe, phase != .over, !pipe.isReading, !pipe.isClosing else { return }
    do { try pipe.startReading(self) } catch { writer?.fail() }
  }

  /// Closes the connection without telling the delegate.
  func close() {
    phase = .over
    pipe?.close()
  }

  private func connected(_ result: Result<Pipe, UVError>) {
    guard phase == .connecting else { return }
    switch result {
    case .failure(let error): end(ClientError(.noDaemon, "\(error)"))
    case .success(let pipe):
      self.pipe = pipe
      let writer = BufferedWriter(pipe)
      writer.didDrain = { [weak self] in
        if let self, phase == .open { delegate?.connectionDidDrain(self) }
      }
      writer.didFail = { [weak self] in self?.end(.gone) }
      self.writer = writer
      phase = .introducing
      resume()
      _ = core.request(HelloRequest(client: "web", role: role))
      let introduction = core.outbound.takeAll()
      // A daemon that refuses this user has hung up already: why can be read all the same.
      let sent = introduction.withUnsafeBytes { try? pipe.tryWrite($0) }
      if let sent, sent < introduction.count { writer.send(Array(introduction[sent...])) }
    }
  }

  private func end(_ error: ClientError) {
    if phase == .over { return }
    close()
    delegate?.connectionDidEnd(self, error)
  }

  /// Takes the daemon's first line, which answers the introduction.
  private func readIntroduction(_ bytes: UnsafeRawBufferPointer) {
    let end = bytes.firstIndex(of: 0x0A).map { $0 + 1 } ?? bytes.count
    core.receive(UnsafeRawBufferPointer(rebasing: bytes[..<end]))
    switch core.nextEvent() {
    case .answered(_, .failure(let error)): return self.end(error)
    case .answered(_, .success): break
    case .part, .ended, nil: return
    }
    phase = .open
    delegate?.connectionDidOpen(self)
    let rest = UnsafeRawBufferPointer(rebasing: bytes[end...])
    if !rest.isEmpty, phase == .open { delegate?.connection(self, didRead: rest) }
  }
}

extension DaemonConnection: StreamReader {
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    switch phase {
    case .connecting, .over: break
    case .introducing: readIntroduction(bytes)
    case .open: delegate?.connection(self, didRead: bytes)
    }
  }

  func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    end(error.map { ClientError(.connectionLost, "\($0)") } ?? .gone)
  }
}

extension ClientError {
  /// The daemon has closed the connection.
  static let gone = ClientError(.connectionLost, "the daemon went away")
}
