import Glibc

/// The short way to a descriptor that libuv has nothing queued for: for a socket `send`, which costs the
/// kernel a tenth less than the `write` that libuv does, as it passes by the file system's layer.
struct DirectWriter {
  /// The descriptor; -1 while only libuv may write.
  private var descriptor: Int32 = -1
  /// False once the descriptor has turned out to be a pipe's end.
  private var isSocket = true

  /// Takes the short way from now on: libuv has just written, so nothing waits and writing is allowed.
  mutating func open(_ descriptor: Int32?) {
    if let descriptor { self.descriptor = descriptor }
  }

  /// Leaves everything to libuv.
  mutating func close() { descriptor = -1 }

  /// Sends what the kernel takes at once and says how many bytes that was; nil when libuv must write,
  /// or tell what is wrong.
  mutating func send(_ bytes: UnsafeRawBufferPointer) -> Int? {
    if descriptor < 0 { return nil }
    if !isSocket { return write(bytes) }
    return outcome(Glibc.send(descriptor, bytes.baseAddress, bytes.count, DirectWriter.flags))
  }

  /// The same with several pieces.
  mutating func send(_ pieces: UnsafeBufferPointer<WriteBuffer>) -> Int? {
    if descriptor < 0 { return nil }
    if !isSocket { return write(pieces) }
    var message = msghdr()
    message.msg_iov = DirectWriter.vector(pieces)
    message.msg_iovlen = min(pieces.count, Pipe.maxBuffersPerWrite)
    return outcome(sendmsg(descriptor, &message, DirectWriter.flags))
  }

  @inline(never)
  private mutating func write(_ bytes: UnsafeRawBufferPointer) -> Int? {
    outcome(Glibc.write(descriptor, bytes.baseAddress, bytes.count))
  }

  @inline(never)
  private mutating func write(_ pieces: UnsafeBufferPointer<WriteBuffer>) -> Int? {
    let count = CInt(min(pieces.count, Pipe.maxBuffersPerWrite))
    return outcome(writev(descriptor, DirectWriter.vector(pieces), count))
  }

  private static func vector(
    _ pieces: UnsafeBufferPointer<WriteBuffer>
  ) -> UnsafeMutablePointer<iovec>? {
    UnsafeMutableRawPointer(mutating: UnsafeRawPointer(pieces.baseAddress))?
      .assumingMemoryBound(to: iovec.self)
  }

  private mutating func outcome(_ sent: Int) -> Int? {
    if sent >= 0 { return sent }
    let code = errno
    if code == EAGAIN { return 0 }
    if code == ENOTSOCK { isSocket = false }
    descriptor = -1
    return nil
  }

  private static let flags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
}
