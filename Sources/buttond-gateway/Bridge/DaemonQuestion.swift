import ButtonClient
import ButtonProtocol
import JSONRPC
import UVLoop

/// One request to the daemon, over a connection of its own that may only look.
final class DaemonQuestion<Question: Request> {
  /// The longest answer, in bytes.
  private let maximumBytes = 4 << 20
  /// Milliseconds in which the answer must have come.
  private let patience: UInt64 = 5_000

  private let line: [UInt8]
  private var then: ((Result<Question.Response, DaemonSilence>) -> Void)?
  private var link: DaemonLink?
  private var timer: Timer?
  private var answer: [UInt8] = []

  /// Asks; `then` is called once, later, with the answer.
  init(
    _ question: Question, of path: SocketPath, on loop: Loop,
    then: @escaping (Result<Question.Response, DaemonSilence>) -> Void
  ) {
    var writer = JSONWriter()
    writer.beginRequest(RequestID(1), "\(Question.method)")
    question.write(into: &writer)
    writer.endObject()
    writer.endLine()
    line = [UInt8](writer.bytes)
    self.then = then
    do throws(UVError) {
      // The timer's handler keeps this object until it has been answered.
      let timer = try Timer(on: loop) { self.giveUp() }
      self.timer = timer
      let link = DaemonLink(to: path, role: .read, on: loop, for: self)
      self.link = link
      try timer.start(after: link.failure == nil ? patience : 0)
    } catch {
      finish(.failure("\(error)"))
    }
  }

  private func giveUp() {
    finish(.failure(DaemonSilence(link?.failure ?? "the daemon does not answer")))
  }

  private func finish(_ result: Result<Question.Response, DaemonSilence>) {
    guard let then else { return }
    self.then = nil
    timer?.close()
    link?.close()
    then(result)
  }

  private func read() {
    let parser = JSONParser()
    let result = answer.withUnsafeBytes { line -> Result<Question.Response, DaemonSilence> in
      do {
        switch ResponseEnvelope(try parser.parse(copying: line), line: line) {
        case .result(_, let element): return .success(try Question.Response(json: element))
        case .failure(_, let error):
          return .failure("the daemon says: \(error.message?.string ?? "no")")
        case .notification, .malformed: break
        }
      } catch {}
      return .failure("the daemon does not answer as it should")
    }
    finish(result)
  }
}

extension DaemonQuestion: DaemonLink.Delegate {
  func linkDidOpen(_ link: DaemonLink) { link.send(line) }

  func link(_ link: DaemonLink, didRead bytes: UnsafeRawBufferPointer) {
    let end = bytes.firstIndex(of: 0x0A)
    answer += bytes[..<(end ?? bytes.count)]
    if end != nil {
      read()
    } else if answer.count > maximumBytes {
      finish(.failure("the daemon's answer is too long"))
    }
  }

  func linkDidDrain(_ link: DaemonLink) {}

  func linkDidEnd(_ link: DaemonLink, _ reason: String) { finish(.failure(DaemonSilence(reason))) }
}

/// Why there is no answer of the daemon.
struct DaemonSilence: Error, Hashable, Sendable, ExpressibleByStringInterpolation {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  init(stringLiteral reason: String) { self.init(reason) }
}
