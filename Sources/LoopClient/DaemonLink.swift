package import ButtonClient
package import ButtonProtocol
package import UVLoop

/// One connection to the daemon on a loop. After its end another object makes the next.
package final class DaemonLink {
  /// Receives what happens to a link, on the loop and not after `close` or `linkDidEnd`.
  package protocol Delegate: AnyObject {
    /// The daemon takes requests.
    func linkDidOpen(_ link: DaemonLink)
    /// The daemon said something.
    func link(_ link: DaemonLink, did event: ClientCore.Event)
    /// The connection could not be made, or has ended.
    func linkDidEnd(_ link: DaemonLink, _ error: ClientError)
  }

  /// Milliseconds after which programs ask again for a subscription that the daemon refused: others
  /// may have left it room by then.
  package static let refusalInterval: UInt64 = 10_000

  private let loop: Loop
  private let client: String
  private let role: Role
  private weak var delegate: (any Delegate)?
  private var pipe: Pipe?
  private var core = ClientCore(maximumLineBytes: 16 << 20)
  private var introduction: ClientCore.ID?
  private var isOpen = false
  private var isWriting = false
  private var isPaused = false

  /// Makes a link that is not begun, of a program that needs a role.
  package init(
    on loop: Loop, client: String, role: Role, for delegate: any Delegate
  ) {
    self.loop = loop
    self.client = client
    self.role = role
    self.delegate = delegate
  }

  /// Connects; may report the end before it returns.
  package func connect(to path: SocketPath) {
    do throws(UVError) {
      pipe = try PipeClient.connect(to: path.text, on: loop) { [weak self] in self?.connected($0) }
    } catch {
      end(ClientError(.noDaemon, "\(error)"))
    }
  }

  /// Sends a request when the turn ends.
  package func request(_ request: some Request) -> ClientCore.ID { core.request(request) }

  /// Begins a subscription when the turn ends.
  package func subscribe<Question: Request>(_ request: Question) -> ClientCore.ID {
    core.subscribe(request)
  }

  /// Ends a subscription.
  package func unsubscribe(_ id: ClientCore.ID) { core.unsubscribe(id) }

  /// Stops reading, so that the daemon replaces what it has for this program by what is newer, or
  /// goes on.
  package func pause(_ isPaused: Bool) {
    guard isPaused != self.isPaused, let pipe else { return }
    self.isPaused = isPaused
    if isPaused { return pipe.stopReading() }
    do throws(UVError) { try pipe.startReading(self) } catch { end(.lost(error)) }
  }

  /// Sends what was asked for.
  package func flush() {
    guard let pipe, !isWriting, introduction != nil, !core.outbound.isEmpty else { return }
    do throws(UVError) {
      let sent = core.outbound.withBytes { bytes in
        Result { () throws(UVError) in try pipe.tryWrite(bytes) }
      }
      core.outbound.removeFirst(try sent.get())
      if core.outbound.isEmpty { return }
      isWriting = true
      try pipe.write(core.outbound.takeAll()) { [weak self] error in self?.wrote(error) }
    } catch {
      end(.lost(error))
    }
  }

  /// Ends the connection without telling the delegate.
  package func close() {
    delegate = nil
    pipe?.close()
    pipe = nil
  }

  private func connected(_ result: Result<Pipe, UVError>) {
    guard delegate != nil else { return }
    do throws(UVError) {
      let pipe = try result.get()
      self.pipe = pipe
      try pipe.startReading(self)
      introduction = core.request(HelloRequest(client: client, role: role))
      flush()
    } catch {
      end(ClientError(.noDaemon, "\(error)"))
    }
  }

  private func wrote(_ error: UVError?) {
    isWriting = false
    if let error { end(.lost(error)) } else { flush() }
  }

  private func end(_ error: ClientError) {
    let delegate = self.delegate
    close()
    delegate?.linkDidEnd(self, error)
  }

  private func take(_ event: ClientCore.Event) {
    guard !isOpen, case .answered(introduction, let answer) = event else {
      delegate?.link(self, did: event)
      return
    }
    do throws(ClientError) {
      let hello: HelloResponse = try answer.get().decode()
      try hello.require(role)
      isOpen = true
      delegate?.linkDidOpen(self)
    } catch {
      end(error)
    }
  }
}

extension DaemonLink: StreamReader {
  package func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    core.receive(bytes)
    while delegate != nil, let event = core.nextEvent() { take(event) }
    if let error = core.end { end(error) }
  }

  package func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    end(error.map { .lost($0) } ?? ClientError(.connectionLost, "the daemon went away"))
  }
}

extension ClientError {
  /// The connection failed.
  fileprivate static func lost(_ error: UVError) -> ClientError {
    ClientError(.connectionLost, "\(error)")
  }
}
