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
    func connectionDidEnd(_ connection: DaemonConnection, _ reason: DaemonUnavailable)
  }

  /// The longest answer to the introduction, in bytes.
  private static let maximumAnswerBytes = 256 << 10

  private let loop: Loop
  private let role: Role?
  private weak var delegate: (any Delegate)?
  private var pipe: Pipe?
  private var writer: BufferedWriter?
  private var answer: [UInt8] = []
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
      end(DaemonUnavailable("\(error)"))
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

  /// The line of a request.
  static func line<Call: Request>(_ call: Call, id: Int64) -> [UInt8] {
    var writer = JSONWriter()
    writer.beginRequest(RequestID(id), "\(Call.method)")
    call.write(into: &writer)
    writer.endObject()
    writer.endLine()
    return [UInt8](writer.bytes)
  }

  /// The result in an answer of the daemon.
  static func result<Value>(
    in answer: [UInt8], _ read: (JSONElement) throws -> Value
  ) throws(DaemonUnavailable) -> Value {
    let parser = JSONParser()
    return try answer.withUnsafeBufferPointer { (bytes) throws(DaemonUnavailable) -> Value in
      let line = UnsafeRawBufferPointer(bytes)
      guard let message = try? parser.parse(copying: line) else { throw .wrongAnswer }
      switch ResponseEnvelope(message, line: line) {
      case .result(_, let element):
        guard let value = try? read(element) else { throw .wrongAnswer }
        return value
      case .failure(_, let error):
        throw DaemonUnavailable("the daemon says: \(error.message?.string ?? "no")")
      case .notification, .malformed: throw .wrongAnswer
      }
    }
  }

  private func connected(_ result: Result<Pipe, UVError>) {
    guard phase == .connecting else { return }
    switch result {
    case .failure(let error): end(DaemonUnavailable("\(error)"))
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
      writer.send(Self.line(HelloRequest(client: "web", role: role), id: 0))
    }
  }

  private func end(_ reason: DaemonUnavailable) {
    if phase == .over { return }
    close()
    delegate?.connectionDidEnd(self, reason)
  }

  /// Takes the daemon's first line, which answers the introduction.
  private func readIntroduction(_ bytes: UnsafeRawBufferPointer) {
    let newline = bytes.firstIndex(of: 0x0A)
    answer += bytes[..<(newline ?? bytes.count)]
    guard let newline else {
      if answer.count > Self.maximumAnswerBytes { end(.wrongAnswer) }
      return
    }
    do throws(DaemonUnavailable) {
      try Self.result(in: answer) { _ in }
    } catch {
      return end(error)
    }
    answer = []
    phase = .open
    delegate?.connectionDidOpen(self)
    let rest = UnsafeRawBufferPointer(rebasing: bytes[(newline + 1)...])
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
    end(error.map { DaemonUnavailable("\($0)") } ?? .gone)
  }
}

/// Why the daemon gives no answer.
struct DaemonUnavailable: Error, Hashable, Sendable {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  static let gone = DaemonUnavailable("the daemon went away")
  static let silent = DaemonUnavailable("the daemon does not answer")
  static let wrongAnswer = DaemonUnavailable("the daemon does not answer as it should")
}
