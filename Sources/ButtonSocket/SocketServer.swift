package import JSONRPC
package import UVLoop

/// The owner of a server; called on the loop.
package protocol SocketServerDelegate: AnyObject {
  /// Returns the line to refuse the client with; nil lets it in.
  func socketServer(_ server: SocketServer, shouldAccept peer: SocketPeer) -> SharedLine?
  func socketServer(_ server: SocketServer, didAccept connection: SocketConnection)
  /// The line is without its end and has padding behind it; valid during the call.
  func socketServer(
    _ server: SocketServer, didReceive line: UnsafeRawBufferPointer,
    from connection: SocketConnection)
  /// Whether connections whose input has waited may continue in this turn.
  func socketServerHasTime(_ server: SocketServer) -> Bool
  /// The input continues after a wait; unless the connection is paused again, lines follow.
  func socketServer(_ server: SocketServer, willReadOn connection: SocketConnection)
  /// Nothing more is read.
  func socketServer(_ server: SocketServer, didReceiveTooLongLineFrom connection: SocketConnection)
  /// The client sends nothing more, but may wait for answers: close it after the last one.
  func socketServer(_ server: SocketServer, didEnd connection: SocketConnection)
  /// The client's socket takes no more bytes.
  func socketServer(_ server: SocketServer, didBlock connection: SocketConnection)
  /// The client has taken everything that waited.
  func socketServer(_ server: SocketServer, didDrain connection: SocketConnection)
  /// The client has taken no byte for too long and is closed now.
  func socketServer(_ server: SocketServer, didStall connection: SocketConnection)
  /// Clients leave too much in memory, and this one the most: it is closed with the returned line,
  /// if it can take one.
  func socketServer(
    _ server: SocketServer, willShed connection: SocketConnection
  ) -> SharedLine
  /// Bytes that the owner keeps for all clients, or for one of them.
  func socketServer(_ server: SocketServer, keptBytesOf connection: SocketConnection?) -> Int
  func socketServer(_ server: SocketServer, didClose connection: SocketConnection)
  /// A connection could not be accepted, or a timer not be started.
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
/// Its handles and connections keep it alive until they are closed, so nothing they call is gone.
package final class SocketServer {
  private let loop: Loop
  private let maximumLineBytes: Int
  /// Outlives the loop.
  unowned let delegate: any SocketServerDelegate
  private var listener: PipeServer?
  private var check: LoopHook?
  /// Runs while there is something to resume, so that the loop does not wait.
  private var idle: LoopHook?
  private var connections: [SocketConnection?] = []
  private var freeIDs: [UInt32] = []
  /// Closed in this turn: lines may still be on their way to them.
  private var leavingIDs: [UInt32] = []
  private var stallTimer: Timer?
  private(set) var isReading = true
  /// Milliseconds without progress after which a blocked connection is closed.
  private let stallTimeout: UInt64
  private var blocked: [SocketConnection] = []
  private var flushList: [SocketConnection] = []
  private var resumeList: [SocketConnection] = []
  var memory = ClientMemory()
  /// Bytes that the owner keeps for clients besides, as it last said.
  package var keptBytes = 0
  /// The limit for ``memory`` and ``keptBytes`` together.
  package var memoryLimit: Int
  /// The bytes of answers that wait for the end of the turn, roughly.
  private var unflushedBytes = 0
  /// Scratch for one write.
  var buffers: [WriteBuffer] = []

  package private(set) var connectionCount = 0

  /// `listener` must be bound.
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

  package func start() throws(UVError) {
    check?.isReferenced = false
    try listener?.listen(backlog: 4096) { [self] result in accepted(result) }
  }

  /// In order of their ids.
  package var openConnections: [SocketConnection] { connections.compactMap { $0 } }

  package func connection(_ id: UInt32) -> SocketConnection? {
    Int(id) < connections.count ? connections[Int(id)] : nil
  }

  /// Writes what the turn produced, with one write per connection.
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

  /// Closes the largest connections of the largest user until the rest is within the limit.
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

  /// Output that clients have not taken, and unfinished input.
  package var clientBytes: Int { memory.bytes }

  package var hasUnsentOutput: Bool { !flushList.isEmpty || !blocked.isEmpty }

  /// Accepts no more clients and takes no more lines; output still goes out.
  package func stopReading() {
    isReading = false
    stopAccepting()
    for connection in connections { connection?.stopReading() }
  }

  /// Also removes the socket's file.
  package func stopAccepting() {
    listener?.close()
    listener = nil
  }

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

  /// `bytes` of answers wait for the end of the turn; if all are too many, they go at once.
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
      // At least one continues; those that wait longest are first in the next turn.
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
    // The next turn judges what is late: if the daemon was stopped, the socket is written to first.
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
      // The client may have left already.
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
