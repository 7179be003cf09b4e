import ButtonSocket
import Glibc
import JSONRPC
import TestSupport
import Testing
import UVLoop

/// A server on a socket of its own, whose owner notes everything and answers as the test says.
final class SocketFixture: SocketServerDelegate {
  let loop: Loop
  private let folder = TemporaryFolder()
  let path: String
  private(set) var server: SocketServer!
  private var prepare: LoopHook?
  /// Ends a turn every millisecond, since nothing of this loop tells what the other ends of its sockets do.
  private var pulse: Timer?
  private var pulses = 0

  /// What arrived, `ID LINE`.
  private(set) var lines: [String] = []
  private(set) var events: [String] = []
  private(set) var connections: [SocketConnection] = []
  /// What is done with a line.
  var onLine: (String, SocketConnection) -> Void = { _, _ in }
  var refusal: SharedLine?
  /// What is done when input that has waited goes on.
  var onReadOn: (SocketConnection) -> Void = { _ in }
  var hasTime = true
  /// Called at the end of each turn, before output is flushed.
  var onTurnEnd: () -> Void = {}

  init(
    maximumLineBytes: Int = 1 << 20, stallTimeout: UInt64 = 60_000, memoryLimit: Int = 256 << 20
  ) throws {
    loop = try Loop()
    path = folder.file("s")
    server = try SocketServer(
      PipeServer(bindingTo: path, on: loop), on: loop, maximumLineBytes: maximumLineBytes,
      stallTimeout: stallTimeout, memoryLimit: memoryLimit, delegate: self)
    prepare = try LoopHook(.prepare, on: loop) { [unowned self] in
      onTurnEnd()
      server.flush()
    }
    try prepare?.start()
    prepare?.isReferenced = false
    pulse = try Timer(on: loop) { [unowned self] in pulses += 1 }
    pulse?.isReferenced = false
    try pulse?.start(after: 1, every: 1)
    try server.start()
  }

  /// Closes everything and expects that nothing is left.
  func close() {
    server.close()
    prepare?.close()
    prepare = nil
    pulse?.close()
    pulse = nil
    connections = []
    loop.close()
    #expect(loop.liveHandles == 0)
    #expect(loop.pendingRequests == 0)
  }

  /// Runs turns until something holds, or does not after minutes.
  func run(
    until isDone: () throws -> Bool, location: SourceLocation = #_sourceLocation
  ) rethrows {
    let end = pulses + 120_000
    while try !isDone() {
      if pulses > end {
        Issue.record("what the test waits for never came", sourceLocation: location)
        return
      }
      loop.run(.oneTurn)
    }
  }

  /// Runs some turns in which nothing is expected to happen.
  func idle(turns: Int = 20) {
    for _ in 0..<turns { loop.run(.withoutWaiting) }
  }

  /// Connects a client and waits until the server has it.
  func connect() throws -> SocketClient {
    let count = server.connectionCount
    let client = try SocketClient(path)
    run { server.connectionCount > count }
    return client
  }

  // MARK: SocketServerDelegate

  func socketServer(
    _ server: SocketServer, shouldAccept peer: SocketPeer
  ) -> SharedLine? {
    #expect(peer.credentials.uid == geteuid())
    return refusal
  }

  func socketServer(_ server: SocketServer, didAccept connection: SocketConnection) {
    connections.append(connection)
  }

  func socketServer(
    _ server: SocketServer, didReceive line: UnsafeRawBufferPointer,
    from connection: SocketConnection
  ) {
    let text = String(decoding: line, as: UTF8.self)
    lines.append("\(connection.id) \(text)")
    onLine(text, connection)
  }

  func socketServerHasTime(_ server: SocketServer) -> Bool { hasTime }

  func socketServer(_ server: SocketServer, willReadOn connection: SocketConnection) {
    onReadOn(connection)
  }

  func socketServer(_ server: SocketServer, didReceiveTooLongLineFrom connection: SocketConnection)
  {
    events.append("too long")
    connection.respond { $0.raw("too long\n") }
    connection.closeAfterOutput()
  }

  func socketServer(_ server: SocketServer, didBlock connection: SocketConnection) {
    events.append("block")
  }

  func socketServer(_ server: SocketServer, didDrain connection: SocketConnection) {
    events.append("drain")
  }

  func socketServer(_ server: SocketServer, didStall connection: SocketConnection) {
    events.append("stall")
  }

  func socketServer(
    _ server: SocketServer, willShed connection: SocketConnection
  ) -> SharedLine {
    events.append("shed \(connection.id)")
    return SharedLine("too much")
  }

  func socketServer(_ server: SocketServer, didClose connection: SocketConnection) {
    events.append("close")
    connections.removeAll { $0 === connection }
  }

  func socketServer(_ server: SocketServer, didFail error: UVError) {
    events.append("fail \(error)")
  }
}

/// The other end: a socket that is read and written only when the test says so.
final class SocketClient {
  private var descriptor: Int32
  private(set) var received: [UInt8] = []
  /// The server has ended the connection.
  private(set) var hasEnded = false

  init(_ path: String) throws {
    descriptor = socket(
      AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    try #require(descriptor >= 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(code == 0)
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
  }

  deinit { close() }

  var text: String { String(decoding: received, as: UTF8.self) }
  private(set) var lineCount = 0

  /// Writes what the socket takes and returns how many bytes that was.
  @discardableResult
  func write(_ text: String) -> Int { write(Array(text.utf8)) }

  @discardableResult
  func write(_ bytes: [UInt8], from offset: Int = 0) -> Int {
    bytes[offset...].withUnsafeBytes {
      max(0, send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)))
    }
  }

  /// Reads what is there.
  func read() {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while !hasEnded {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EAGAIN { return }
      if count <= 0 { hasEnded = true } else { take(buffer[..<count]) }
    }
  }

  private func take(_ bytes: ArraySlice<UInt8>) {
    received += bytes
    for byte in bytes where byte == UInt8(ascii: "\n") { lineCount += 1 }
  }

  /// Ends the writing half.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Ends the connection, even if a child of another test has inherited it.
  func close() {
    guard descriptor >= 0 else { return }
    shutdown(descriptor, Int32(SHUT_RDWR))
    Glibc.close(descriptor)
    descriptor = -1
  }
}

extension SharedLine {
  /// A line of this text.
  convenience init(_ text: String) {
    var text = text
    let copy = text.withUTF8 { [UInt8]($0) }
    self.init(copying: copy)
  }

  private convenience init(copying bytes: [UInt8]) {
    var writer = JSONWriter()
    bytes.withUnsafeBytes { writer.raw($0) }
    self.init(copying: writer.bytes)
  }
}
