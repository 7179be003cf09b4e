package import JSONRPC
package import UVLoop

/// The owner of a server; called on the loop.
package protocol SocketServerDelegate: AnyObject {
  /// A client has connected. Returns the line to refuse it with, nil to let it in.
  func socketServer(_ server: SocketServer, shouldAccept peer: SocketPeer) -> SharedLine?
  /// A client was let in.
  func socketServer(_ server: SocketServer, didAccept connection: SocketConnection)
  /// A line arrived, without its end, with padding behind it; valid during the call.
  func socketServer(
    _ server: SocketServer, didReceive line: UnsafeRawBufferPointer,
    from connection: SocketConnection)
  /// Whether connections whose input has waited may continue in this turn.
  func socketServerHasTime(_ server: SocketServer) -> Bool
  /// The input of a connection continues after a wait; unless it is paused again, lines follow.
  func socketServer(_ server: SocketServer, willReadOn connection: SocketConnection)
  /// A line was longer than allowed; nothing more is read.
  func socketServer(_ server: SocketServer, didReceiveTooLongLineFrom connection: SocketConnection)
  /// The client sends nothing more, but may still wait for answers: the owner closes the connection
  /// after the last one.
  func socketServer(_ server: SocketServer, didEnd connection: SocketConnection)
  /// The client's socket takes no more bytes.
  func socketServer(_ server: SocketServer, didBlock connection: SocketConnection)
  /// The client has taken everything that waited.
  func socketServer(_ server: SocketServer, didDrain connection: SocketConnection)
  /// The client has taken no byte for so long that it is closed now.
  func socketServer(_ server: SocketServer, didStall connection: SocketConnection)
  /// The clients together leave too much in memory, and this one the most; it is closed with the line
  /// returned, if it can take one.
  func socketServer(
    _ server: SocketServer, willShed connection: SocketConnection
  ) -> SharedLine
  /// Bytes that the owner keeps for all clients, or for one of them.
  func socketServer(_ server: SocketServer, keptBytesOf connection: SocketConnection?) -> Int
  /// The connection is gone.
  func socketServer(_ server: SocketServer, didClose connection: SocketConnection)
  /// A connection could not be accepted.
  func socketServer(_ server: SocketServer, didFail error: UVError)
}

extension SocketServerDelegate {
  package func socketServerHasTime(_ server: SocketServer) -> Bool { true }

  package func socketServer(_ server: SocketServer, willReadOn connection: SocketConnection) {}

  package func socketServer(_ server: SocketServer, didStall connection: SocketConnection) {}

  package func socketServer(
    _ server: SocketServer, keptBytesOf connection: SocketConnection?
  ) -> Int { 0 }

  package func socketServer(_ server: SocketServer, didEnd connection: SocketConnection) {
    connection.closeAfterOutput()
  }
}

/// Accepts clients on a Unix socket and moves their lines, whatever these say.
///
/// Its handles and connections keep it until they are closed, so nothing they call can be gone.
package final class SocketServer {
  private let loop: Loop
  private let maximumLineBytes: Int
  /// Outlives the loop.
  unowned let delegate: any SocketServerDelegate
  private var listener: PipeServer?
  private var check: LoopHook?
  /// Runs while there is something to resume, so that the loop does not wait before.
  private var idle: LoopHook?
  private var connections: [SocketConnection?] = []
  private var freeIDs: [UInt32] = []
  /// Ids of connections that closed in this turn, whose lines may still be on their way to them.
  private var leavingIDs: [UInt32] = []
  private var stallTimer: Timer?
  /// Whether clients are read from.
  private(set) var isReading = true
  /// Milliseconds without progress after which a blocked connection is closed.
  private let stallTimeout: UInt64
  private var blocked: [SocketConnection] = []
  private var flushList: [SocketConnection] = []
  private var resumeList: [SocketConnection] = []
  /// What clients leave in memory.
  var memory = ClientMemory()
  /// Bytes that the owner keeps for clients besides, as it last said.
  package var keptBytes = 0
  /// The most of both.
  package var memoryLimit: Int
  /// Bytes of answers that wait in memory for the end of the turn, roughly.
  private var unflushedBytes = 0
  /// Scratch for one write.
  var buffers: [WriteBuffer] = []

  /// The number of open connections.
  package private(set) var connectionCount = 0

  /// A server that accepts from a socket that is bound already.
  package init(
    _ listener: PipeServer, on loop: Loop, maximumLineBytes: Int, stallTimeout: UInt64 = 60_000,
    memoryLimit: Int = 256 << 20, delegate: any SocketServerDelegate
  ) throws(UVError) {
    self.loop = loop
    self.stallTimeout = stallTimeout
    self.memoryLimit = memoryLimit
    self.listener = listener
    self.maximumLineBytes = maximumLineBytes
    self.delegate = delegate
    check = try LoopHook(.check, on: loop) { [self] in resumeReading() }
    idle = try LoopHook(.idle, on: loop) {}
    idle?.isReferenced = false
    stallTimer = try Timer(on: loop) { [self] in closeStalled() }
    stallTimer?.isReferenced = false
  }

  /// Begins to accept.
  package func start() throws(UVError) {
    check?.isReferenced = false
    try listener?.listen(backlog: 4096) { [self] result in accepted(result) }
  }

  /// All open connections, in order of their ids.
  package var openConnections: [SocketConnection] { connections.compactMap { $0 } }

  /// The open connection with this id.
  package func connection(_ id: UInt32) -> SocketConnection? {
    Int(id) < connections.count ? connections[Int(id)] : nil
  }

  /// Writes what the turn produced, one write per connection.
  package func flush() {
    writeOutput()
    if isOverLimit { shed() }
    if leavingIDs.isEmpty { return }
    freeIDs.append(contentsOf: leavingIDs)
    leavingIDs.removeAll(keepingCapacity: true)
  }

  private func writeOutput() {
    unflushedBytes = 0
    var index = 0
    while index < flushList.count {
      flushList[index].flush()
      index += 1
    }
    if !flushList.isEmpty { flushList.removeAll(keepingCapacity: true) }
  }

  private var isOverLimit: Bool { memory.bytes + keptBytes > memoryLimit }

  /// Closes the largest connections of the user with the largest total until the rest is within the
  /// limit.
  private func shed() {
    while isOverLimit {
      var users: [UInt32: Int] = [:]
      let shares = openConnections.map { connection in
        let kept = delegate.socketServer(self, keptBytesOf: connection)
        let share = connection.memoryShare
        users[connection.credentials.uid, default: 0] += share + kept
        return (connection: connection, bytes: share + kept)
      }
      guard let (user, _) = users.max(by: { $0.value < $1.value }) else { return }
      let largest = shares.filter { $0.connection.credentials.uid == user }
        .max { $0.bytes < $1.bytes }
      guard let largest, largest.bytes > 0 else { return }
      largest.connection.close(
        telling: delegate.socketServer(self, willShed: largest.connection))
      keptBytes = delegate.socketServer(self, keptBytesOf: nil)
    }
  }

  /// Bytes that clients leave in memory: output that they do not take, input that they do not finish.
  package var clientBytes: Int { memory.bytes }

  /// True while a client has not been sent all there is for it.
  package var hasUnsentOutput: Bool { !flushList.isEmpty || !blocked.isEmpty }

  /// Accepts no more clients and takes no more lines; what is to be sent goes out.
  package func stopReading() {
    isReading = false
    stopAccepting()
    for connection in connections { connection?.stopReading() }
  }

  /// Accepts no more clients, and removes the socket's file.
  package func stopAccepting() {
    listener?.close()
    listener = nil
  }

  /// Closes everything.
  package func close() {
    stopAccepting()
    for connection in connections { connection?.close() }
    check?.close()
    check = nil
    idle?.close()
    idle = nil
    stallTimer?.close()
    stallTimer = nil
  }

  func willFlush(_ connection: SocketConnection, _ isListed: inout Bool) {
    if isListed { return }
    isListed = true
    flushList.append(connection)
  }

  func willResume(_ connection: SocketConnection) {
    resumeList.append(connection)
    do {
      try idle?.start()
      try check?.start()
    } catch {
      connection.close()
    }
  }

  /// A connection was read from, and `bytes` of answers wait for the end of the turn; when there are
  /// too many in all, they are sent at once.
  func didRead(answering bytes: Int) {
    unflushedBytes += bytes
    if unflushedBytes > SocketServer.unflushedLimit { writeOutput() }
    if isOverLimit { shed() }
  }

  private static let unflushedLimit = 16 << 20

  func receivedTooLongLine(_ connection: SocketConnection) {
    delegate.socketServer(self, didReceiveTooLongLineFrom: connection)
  }

  func didEnd(_ connection: SocketConnection) {
    delegate.socketServer(self, didEnd: connection)
  }

  func didBlock(_ connection: SocketConnection) {
    blocked.append(connection)
    if blocked.count == 1 { startStallTimer() }
    delegate.socketServer(self, didBlock: connection)
  }

  func didDrain(_ connection: SocketConnection) {
    blocked.removeAll { $0 === connection }
    delegate.socketServer(self, didDrain: connection)
  }

  func didClose(_ connection: SocketConnection) {
    guard connections[Int(connection.id)] === connection else { return }
    connections[Int(connection.id)] = nil
    leavingIDs.append(connection.id)
    blocked.removeAll { $0 === connection }
    connectionCount -= 1
    delegate.socketServer(self, didClose: connection)
  }

  private func resumeReading() {
    idle?.stop()
    check?.stop()
    let list = resumeList
    resumeList.removeAll(keepingCapacity: true)
    for (index, connection) in list.enumerated() {
      // At least one continues, and those that wait longest are first in the next turn.
      if index > 0, !delegate.socketServerHasTime(self) {
        let later = list[index...]
        let new = resumeList
        resumeList.removeAll(keepingCapacity: true)
        for connection in later { willResume(connection) }
        for connection in new { willResume(connection) }
        return
      }
      connection.resumeReading()
    }
  }

  private func startStallTimer() {
    // What is late is judged in the next turn: where the daemon was stopped, the socket is written to first.
    let wait = blocked.contains { $0.isLate } ? 1 : max(1, stallTimeout / 4)
    do { try stallTimer?.start(after: wait) } catch {
      delegate.socketServer(self, didFail: error)
    }
  }

  private func closeStalled() {
    for connection in blocked
    where connection.hasStalled(now: loop.now, timeout: stallTimeout) {
      delegate.socketServer(self, didStall: connection)
      connection.close()
    }
    if !blocked.isEmpty { startStallTimer() }
  }

  private func accepted(_ result: Result<Pipe, UVError>) {
    switch result {
    case .failure(let error): delegate.socketServer(self, didFail: error)
    case .success(let pipe):
      do { try admit(pipe) } catch {
        pipe.close()
        delegate.socketServer(self, didFail: error)
      }
    }
  }

  private func admit(_ pipe: Pipe) throws(UVError) {
    let peer = SocketPeer(credentials: try pipe.peerCredentials(), pipe: pipe)
    if let refusal = delegate.socketServer(self, shouldAccept: peer) {
      // It may have left already.
      _ = try? pipe.tryWrite(refusal.bytes)
      pipe.close()
      return
    }
    let id = freeIDs.popLast() ?? UInt32(connections.count)
    if Int(id) == connections.count { connections.append(nil) }
    let connection = SocketConnection(
      id: id, pipe: pipe, credentials: peer.credentials, server: self,
      maximumLineBytes: maximumLineBytes)
    connections[Int(id)] = connection
    connectionCount += 1
    delegate.socketServer(self, didAccept: connection)
    do { try connection.start() } catch { connection.close() }
  }
}
