package import JSONRPC
package import UVLoop

/// One client's connection: lines in, responses and shared lines out, with at most one turn's
/// worth of either in memory.
package final class SocketConnection {
  // What `sendNow` reads is kept together: with thousands of clients none of it is in a cache.

  /// Reused once the connection has closed.
  package let id: UInt32
  /// The kernel has still to take output.
  package private(set) var isBlocked = false
  /// Has output for the end of the turn.
  private var isInFlushList = false
  private var isClosed = false
  private var closesWhenDrained = false
  private let pipe: Pipe
  private let server: SocketServer
  package let credentials: PeerCredentials
  private var splitter: LineSplitter
  private var output = OutboundQueue()
  /// The client sends nothing more.
  private var hasEnded = false
  /// Bytes that the kernel has still to take, and by when there must be fewer; while blocked.
  private var waitingBytes = 0
  private var stallDeadline: ArrivalDeadline?
  /// What the loop has still to write; while blocked.
  private var rest: QueuedOutput?
  /// Counted for this client alone.
  private var countedBytes = 0
  /// The owner has paused it.
  private var isPaused = false
  /// Input that waits for the client to take its responses, or for the end of a pause; else nil.
  private var heldInput: [UInt8]?

  /// In bytes: a client with more unread responses is not read from.
  static let responseLimit = 256 << 10

  init(
    id: UInt32, pipe: Pipe, credentials: PeerCredentials, server: SocketServer,
    maximumLineBytes: Int
  ) {
    self.id = id
    self.pipe = pipe
    self.credentials = credentials
    self.server = server
    splitter = LineSplitter(maxLineBytes: maximumLineBytes)
  }

  package var peer: SocketPeer { SocketPeer(credentials: credentials, pipe: pipe) }

  func start() throws(UVError) { try pipe.startReading(self) }

  /// Input that arrives before `resume` is kept.
  package func pause() { isPaused = true }

  /// Resumes from the next turn on.
  package func resume() {
    isPaused = false
    if heldInput != nil { server.willResume(self) }
  }

  /// Stops reading for good.
  func stopReading() { pipe.stopReading() }

  /// After a pause that let others have their turn.
  func resumeReading() {
    if isClosed || closesWhenDrained || !server.isReading { return }
    if heldInput != nil { return readHeldInput() }
    if pipe.isReading || hasEnded { return }
    do { try pipe.startReading(self) } catch { close() }
  }

  /// What `body` writes goes out at the end of the turn.
  package func respond(_ body: (inout JSONWriter) -> Void) {
    body(&output.own)
    if output.noteResponses() { server.willFlush(self, &isInFlushList) }
  }

  /// Sends the line at the end of the turn.
  package func send(_ line: SharedLine) {
    output.append(line)
    server.willFlush(self, &isInFlushList)
  }

  /// Sends a line at once if nothing waits before it. For a turn's only line: it spares the queue.
  package func sendNow(_ line: SharedLine) {
    // Waiting output is blocked, or goes at the end of the turn: nothing else needs a look.
    guard !isBlocked, !isClosed, !isInFlushList else { return send(line) }
    do throws(UVError) {
      let written = try pipe.tryWrite(line.bytes)
      if written == line.bytes.count { return }
      output.append(line)
      output.consume(written)
      try handRestToLoop()
      isBlocked = true
      server.didBlock(self)
    } catch {
      close()
    }
  }

  /// Closes once everything written so far is sent; reads nothing more.
  package func closeAfterOutput() {
    if isClosed { return }
    closesWhenDrained = true
    pipe.stopReading()
    server.willFlush(self, &isInFlushList)
  }

  package func close() {
    if isClosed { return }
    isClosed = true
    pipe.close()
    heldInput = nil
    releaseRest()
    countMemory()
    server.didClose(self)
  }

  /// Sends a last line if the client has been sent all there was.
  func close(telling line: SharedLine) {
    if isClosed { return }
    if !isBlocked, output.isEmpty { _ = try? pipe.tryWrite(line.bytes) }
    close()
  }

  /// Writes what the socket takes; while the rest waits, the connection is blocked.
  func flush() {
    isInFlushList = false
    if isClosed || isBlocked || writeAll() { return }
    isBlocked = true
    server.didBlock(self)
  }

  /// Whether the client has taken none of the waiting bytes for `timeout` milliseconds.
  func hasStalled(now: UInt64, timeout: UInt64) -> Bool {
    guard isBlocked else { return false }
    let waiting = pipe.writeQueueSize
    if waiting != waitingBytes || stallDeadline == nil {
      waitingBytes = waiting
      stallDeadline = ArrivalDeadline(now + timeout)
    }
    return stallDeadline?.hasPassed(now: now) == true
  }

  /// The next look decides whether the client has stalled.
  var isLate: Bool { isBlocked && stallDeadline?.isUp == true }

  /// Leaves what the socket does not take to the loop; true if that is nothing.
  private func writeAll() -> Bool {
    do {
      while !output.isEmpty {
        let (written, wanted) = try writeOnce()
        output.consume(written)
        if written < wanted {
          try handRestToLoop()
          return false
        }
      }
      if closesWhenDrained { close() }
    } catch {
      close()
    }
    return true
  }

  private func writeOnce() throws(UVError) -> (written: Int, wanted: Int) {
    server.buffers.removeAll(keepingCapacity: true)
    output.gather(into: &server.buffers, limit: Pipe.maxBuffersPerWrite)
    var wanted = 0
    for buffer in server.buffers { wanted += buffer.count }
    let written = try server.buffers.withUnsafeBufferPointer { (buffers) throws(UVError) in
      try pipe.tryWrite(buffers)
    }
    return (written, wanted)
  }

  /// The loop writes the rest as the client reads.
  private func handRestToLoop() throws(UVError) {
    var taken = OutboundQueue()
    swap(&output, &taken)
    let rest = QueuedOutput(taken)
    self.rest = rest
    rest.queue.forEachShared { server.memory.hold($0) }
    countMemory()
    stallDeadline = nil
    server.buffers.removeAll(keepingCapacity: true)
    rest.queue.gather(into: &server.buffers, limit: .max)
    try server.buffers.withUnsafeBufferPointer { (buffers) throws(UVError) in
      try pipe.write(buffers, keeping: rest) { [weak self] error in
        self?.didDrain(error)
      }
    }
  }

  private func didDrain(_ error: UVError?) {
    if isClosed { return }
    if error != nil { return close() }
    releaseRest()
    countMemory()
    guard writeAll(), !isClosed else { return }
    isBlocked = false
    server.didDrain(self)
    readHeldInput()
  }

  private func releaseRest() {
    rest?.queue.forEachShared { server.memory.release($0) }
    rest = nil
  }

  /// Its own bytes, and its share of lines that wait for others, too.
  var memoryShare: Int {
    var bytes = countedBytes
    rest?.queue.forEachShared { bytes += server.memory.share(of: $0) }
    return bytes
  }

  private func countMemory() {
    var bytes = 0
    if !isClosed {
      bytes = splitter.heldBytes + (heldInput?.count ?? 0)
      if let rest { bytes += rest.queue.responseBytes + output.responseBytes }
    }
    if bytes == countedBytes { return }
    server.memory.change(by: bytes - countedBytes)
    countedBytes = bytes
  }

  private func readHeldInput() {
    guard server.isReading, !isPaused, !isBlocked, heldInput != nil else { return }
    server.delegate.socketServer(server, willReadOn: self)
    guard !isPaused, var bytes = heldInput else { return }
    heldInput = nil
    let count = bytes.count
    bytes.append(contentsOf: repeatElement(0, count: Loop.readPadding))
    bytes.withUnsafeBytes { receive(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    countMemory()
    resumeReading()
  }

  private func receive(_ bytes: UnsafeRawBufferPointer) {
    var input = bytes
    // Held once for all lines.
    let server = server
    let delegate = server.delegate
    while !isClosed, !closesWhenDrained {
      if isPaused || output.responseBytes > SocketConnection.responseLimit, mustWait(&input) {
        return
      }
      switch splitter.next(in: &input) {
      case .line(let line): delegate.socketServer(server, didReceive: line, from: self)
      case .needsInput: return
      case .tooLong: server.receivedTooLongLine(self)
      }
    }
  }

  /// Keeps the input and stops reading in a pause, or if the client does not take its output.
  private func mustWait(_ input: inout UnsafeRawBufferPointer) -> Bool {
    if !isPaused {
      flush()
      if isClosed { return true }
      guard isBlocked else { return false }
    }
    heldInput = Array(input)
    pipe.stopReading()
    return true
  }
}

extension SocketConnection: StreamReader {
  package func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe) {
    receive(bytes)
    if isClosed { return }
    if bytes.count == Loop.readCapacity, pipe.isReading {
      pipe.stopReading()
      server.willResume(self)
    }
    countMemory()
    server.didRead(answering: output.responseBytes)
  }

  package func streamDidEnd(_ error: UVError?, of pipe: Pipe) {
    if error != nil || hasEnded { return close() }
    hasEnded = true
    pipe.stopReading()
    server.didEnd(self)
  }
}

/// Output that stays at its address while the kernel takes it.
private final class QueuedOutput {
  let queue: OutboundQueue

  init(_ queue: consuming OutboundQueue) { self.queue = queue }
}
