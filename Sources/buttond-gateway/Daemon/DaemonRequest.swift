import ButtonClient
import ButtonProtocol
import UVLoop

/// One request to the daemon, over a separate connection that may only read.
final class DaemonRequest<Call: Request> {
  /// The longest answer, in bytes.
  private let maximumBytes = 4 << 20
  /// Milliseconds until the request fails without an answer.
  private let timeout: UInt64 = 5_000

  private let call: Call
  private var completion: ((Result<Call.Response, DaemonUnavailable>) -> Void)?
  private var connection: DaemonConnection?
  private var timer: Timer?
  private var answer: [UInt8] = []

  /// Sends the request; `completion` is called once. The object lives until then.
  init(
    _ call: Call, to path: SocketPath, on loop: Loop,
    completion: @escaping (Result<Call.Response, DaemonUnavailable>) -> Void
  ) {
    self.call = call
    self.completion = completion
    do throws(UVError) {
      let timer = try Timer(on: loop) { self.finish(.failure(.silent)) }
      self.timer = timer
      try timer.start(after: timeout)
    } catch {
      finish(.failure(DaemonUnavailable("\(error)")))
      return
    }
    let connection = DaemonConnection(role: .read, on: loop, for: self)
    self.connection = connection
    connection.connect(to: path)
  }

  private func finish(_ result: Result<Call.Response, DaemonUnavailable>) {
    guard let completion else { return }
    self.completion = nil
    timer?.close()
    connection?.close()
    completion(result)
  }
}

extension DaemonRequest: DaemonConnection.Delegate {
  func connectionDidOpen(_ connection: DaemonConnection) {
    connection.send(DaemonConnection.line(call, id: 1))
  }

  func connection(_ connection: DaemonConnection, didRead bytes: UnsafeRawBufferPointer) {
    let end = bytes.firstIndex(of: 0x0A)
    answer += bytes[..<(end ?? bytes.count)]
    if end != nil {
      finish(
        Result { () throws(DaemonUnavailable) in
          try DaemonConnection.result(in: answer) { try Call.Response(json: $0) }
        })
    } else if answer.count > maximumBytes {
      finish(.failure(DaemonUnavailable("the daemon's answer is too long")))
    }
  }

  func connectionDidDrain(_ connection: DaemonConnection) {}

  func connectionDidEnd(_ connection: DaemonConnection, _ reason: DaemonUnavailable) {
    finish(.failure(reason))
  }
}
