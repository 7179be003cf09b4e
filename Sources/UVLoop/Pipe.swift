import CLibuv

/// Receives what a `Pipe` reads. A class protocol, so that a connection costs no closure.
package protocol StreamReader: AnyObject {
  /// The bytes are in the loop's read buffer, valid only during this call; `Loop.readPadding` bytes
  /// after them may be loaded. A count of `Loop.readCapacity` means that more is probably waiting:
  /// `pipe.stopReading()` takes effect at once, otherwise up to 31 further reads follow in this
  /// turn.
  func streamDidRead(_ bytes: UnsafeRawBufferPointer, from pipe: Pipe)

  /// Nothing more will be read: the peer ended its half (nil) or the connection failed. The pipe is
  /// still open; after an orderly end, output may still be written.
  func streamDidEnd(_ error: UVError?, of pipe: Pipe)
}

/// One end of a connected Unix stream socket or of a pipe.
///
/// An idle pipe costs this object, libuv's struct of 264 bytes and the kernel's socket; reading
/// uses the loop's buffer, and a reader is an object that exists anyway.
package final class Pipe: Handle {
  /// One `tryWrite` ignores further pieces.
  package static let maxBuffersPerWrite = 1024

  private var direct = DirectWriter()
  private var reader: (any StreamReader)?

  init(unconnectedOn loop: Loop) throws(UVError) {
    try super.init(uv_pipe_t.self, on: loop, "open", subject: "pipe") { uv_pipe_init($0, $1, 0) }
  }

  /// Takes over a connected stream socket or pipe end; makes it non-blocking and close-on-exec. The
  /// pipe closes it; if this throws, it stays the caller's.
  package convenience init(adopting descriptor: Int32, on loop: Loop) throws(UVError) {
    try self.init(unconnectedOn: loop)
    let code = adopt(descriptor)
    if code != 0 { close() }
    try checked(code, "adopt", "descriptor \(descriptor)")
  }

  /// Nil if it is closed or not connected yet.
  package var fileDescriptor: Int32? { descriptor() }

  // MARK: Reading

  package var isReading: Bool { reader != nil }

  /// Retains `reader` until `stopReading`, the end of the stream or `close`. If the pipe is
  /// reading, only replaces the reader.
  package func startReading(_ reader: any StreamReader) throws(UVError) {
    if self.reader == nil {
      try checked(
        uv_read_start(
          stream,
          { handle, _, buffer in
            buffer?.pointee = uv_buf_init(
              handle?.pointee.loop.pointee.data?.assumingMemoryBound(to: CChar.self),
              CUnsignedInt(Loop.readCapacity))
          },
          { handle, count, buffer in
            Handle.recover(handle, as: Pipe.self).didRead(count, buffer?.pointee.base)
          }), "read", label)
    }
    self.reader = reader
  }

  /// Takes effect at once; bytes wait in the kernel until `startReading`.
  package func stopReading() {
    uv_read_stop(stream)
    reader = nil
  }

  private func didRead(_ count: Int, _ base: UnsafeMutablePointer<CChar>?) {
    guard let reader else { return }
    if count > 0 {
      reader.streamDidRead(UnsafeRawBufferPointer(start: base, count: count), from: self)
    } else if count < 0 {
      stopReading()
      let code = UVError.Code(rawValue: CInt(truncatingIfNeeded: count))
      let error =
        code == .endOfFile ? nil : UVError(operation: "read", subject: label, code: code)
      reader.streamDidEnd(error, of: self)
    }
  }

  // MARK: Writing

  /// Bytes of queued writes that the kernel has not taken.
  package var writeQueueSize: Int { uv_stream_get_write_queue_size(stream) }

  /// Writes what the kernel takes at once, without allocating; returns the number of bytes, 0 if
  /// its buffer is full or a queued write is waiting. Ignores pieces after `maxBuffersPerWrite`.
  package func tryWrite(_ buffers: UnsafeBufferPointer<WriteBuffer>) throws(UVError) -> Int {
    if let sent = direct.send(buffers) { return sent }
    return try tryWriteByLibuv(buffers)
  }

  /// The same for one run of bytes.
  package func tryWrite(_ bytes: UnsafeRawBufferPointer) throws(UVError) -> Int {
    if let sent = direct.send(bytes) { return sent }
    var buffer = WriteBuffer(bytes)
    return try withUnsafePointer(to: &buffer) { pointer throws(UVError) in
      try tryWriteByLibuv(UnsafeBufferPointer(start: pointer, count: 1))
    }
  }

  /// Once libuv has written, later writes need not go through it.
  private func tryWriteByLibuv(
    _ buffers: UnsafeBufferPointer<WriteBuffer>
  ) throws(UVError) -> Int {
    guard let base = buffers.baseAddress else { return 0 }
    let written = uv_try_write(
      stream, UnsafeRawPointer(base).assumingMemoryBound(to: uv_buf_t.self),
      CUnsignedInt(buffers.count))
    if written == UV_EAGAIN.rawValue { return 0 }
    let count = try checked(written, "write", label)
    direct.open(fileDescriptor)
    return count
  }

  /// Queues bytes after earlier writes, and writes them as the peer makes room. They must stay in
  /// place until `completion`; `owner` is retained until then. The loop calls `completion` exactly
  /// once, later, with `canceled` if the pipe is closed first; it is not called if this throws.
  package func write(
    _ buffers: UnsafeBufferPointer<WriteBuffer>, keeping owner: AnyObject,
    completion: @escaping (UVError?) -> Void
  ) throws(UVError) {
    let code = PendingRequest.begin(
      uv_write_t.self, on: loop, keeping: owner,
      finish: { [self] in completion(failure($0, "write")) },
      start: { request in
        direct.close()
        return uv_write(
          request, stream,
          UnsafeRawPointer(buffers.baseAddress)?.assumingMemoryBound(to: uv_buf_t.self),
          CUnsignedInt(buffers.count)
        ) { PendingRequest.end($0, $1) }
      })
    try checked(code, "write", label)
  }

  /// Queues a copy of `bytes` from `offset` on: the rest that `tryWrite` left.
  package func write(
    _ bytes: [UInt8], from offset: Int = 0, completion: @escaping (UVError?) -> Void = { _ in }
  ) throws(UVError) {
    let copy = ByteCopy(bytes[offset...])
    var buffer = WriteBuffer(UnsafeRawBufferPointer(copy.bytes))
    try withUnsafePointer(to: &buffer) { pointer throws(UVError) in
      try write(
        UnsafeBufferPointer(start: pointer, count: 1), keeping: copy, completion: completion)
    }
  }

  /// Ends the writing half after everything queued; the peer reads end of file.
  package func shutdown(_ completion: @escaping (UVError?) -> Void = { _ in }) throws(UVError) {
    direct.close()
    let code = PendingRequest.begin(
      uv_shutdown_t.self, on: loop,
      finish: { [self] in completion(failure($0, "shut down")) },
      start: { request in uv_shutdown(request, stream) { PendingRequest.end($0, $1) } })
    try checked(code, "shut down", label)
  }

  // MARK: Inside

  override func willClose() {
    direct.close()
    reader = nil
  }

  var typed: UnsafeMutablePointer<uv_pipe_t> {
    raw.assumingMemoryBound(to: uv_pipe_t.self)
  }

  var stream: UnsafeMutablePointer<uv_stream_t> {
    raw.assumingMemoryBound(to: uv_stream_t.self)
  }

  var label: String {
    fileDescriptor.map { "pipe \($0)" } ?? "closed pipe"
  }

  private func failure(_ code: CInt, _ operation: String) -> UVError? {
    guard code < 0 else { return nil }
    return UVError(operation: operation, subject: label, code: UVError.Code(rawValue: code))
  }
}

/// Bytes copied to a fixed address.
private final class ByteCopy {
  let bytes: UnsafeMutableRawBufferPointer

  init(_ source: ArraySlice<UInt8>) {
    bytes = .allocate(byteCount: source.count, alignment: 1)
    bytes.copyBytes(from: source)
  }

  deinit {
    bytes.deallocate()
  }
}
