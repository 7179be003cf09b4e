import ButtonClient
import ButtonProtocol
import UVLoop

/// One request to the daemon, over a separate connection that may only read.
final class DaemonRequest<Call: Request> {
  /// Milliseconds until the request fails without an answer.
  private let timeout: UInt64 = 5_000

  private let call: Call
  private var completion: ((Result<Call.Response, ClientError>) -> Void)?
  private var connection: DaemonConnection?
  private var timer: Timer?
  private var core = ClientCore(maximumLineBytes: 4 << 20)

  /// Sends the request; `completion` is called once. The object lives until then.
  init(
    _ call: Call, to path: SocketPath, on loop: Loop,
    completion: @escaping (Result<Call.Response, ClientError>) -> Void
  ) {
    self.call = call
    self.completion = completion
    do throws(UVError) {
      let timer = try Timer(on: loop) {
        self.finish(.failure(ClientError(.timeout, "the daemon does not answer")))
      }
      self.timer = timer
      try timer.start(after: timeout)
    } catch {
      finish(.failure(ClientError(.noDaemon, "\(error)")))
      return
    }
    let connection = DaemonConnection(role: .read, on: loop, for: self)
    self.connection = connection
    connection.connect(to: path)
  }

  private func finish(_ result: Result<Call.Response, ClientError>) {
    guard let completion else { return }
    self.completion = nil
    timer?.close()
    connection?.close()
    completion(result)
  }
}

extension DaemonRequest: DaemonConnection.Delegate {
  func connectionDidOpen(_ connection: DaemonConnection) {
    _ = core.request(call)
    connection.send(core.outbound.takeAll())
  }

  func connection(_ connection: DaemonConnection, didRead bytes: UnsafeRawBufferPointer) {
    core.receive(bytes)
    guard case .answered(_, let answer)? = core.nextEvent() else { return }
    finish(
      answer.flatMap { json in Result { () throws(ClientError) in try json.decode() } })
  }

  func connectionDidDrain(_ connection: DaemonConnection) {}

  func connectionDidEnd(_ connection: DaemonConnection, _ error: ClientError) {
    finish(.failure(error))
  }
}
