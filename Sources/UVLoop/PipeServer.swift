import CLibuv
import CPlatform
import Glibc

/// A listening Unix stream socket: bound to a path here, or adopted.
package final class PipeServer: Handle {
  /// In bytes; the kernel's limit.
  package static let maxPathLength = Int(CSYSTEM_UNIX_PATH_BYTES)

  /// Before the loop turns to others.
  private static let acceptsAtOnce = 64
  /// After a connection could not be accepted.
  private static let restMilliseconds: UInt64 = 100

  private let socket: Int32
  private var bound: BoundPath?
  private var handler: ((Result<Pipe, UVError>) -> Void)?
  private var rest: Timer?
  /// No connection was accepted since an error was reported.
  private var hasFailed = false

  /// Binds a new socket to `path`, whose file never has wider permissions than `mode`. Nobody can
  /// connect before `listen`. `close` removes the file, unless another has taken its place.
  ///
  /// Refuses an existing path with `addressInUse`, even a socket without a listener, and a path
  /// over `maxPathLength` with `nameTooLong` instead of truncating it.
  package convenience init(
    bindingTo path: String, mode: UInt32 = 0o600, on loop: Loop
  ) throws(UVError) {
    try PipeServer.checkPath(path, "bind")
    let descriptor = csystem_bind_unix(path, mode)
    try checked(descriptor, "bind", path, advice: PipeServer.advice(descriptor))
    let bound = BoundPath(path)
    do throws(UVError) {
      try self.init(owning: descriptor, bound, on: loop)
    } catch {
      Glibc.close(descriptor)
      bound.remove()
      throw error
    }
  }

  /// Takes over a bound and perhaps listening socket, as socket activation passes it. The server
  /// closes it, but leaves its file; if this throws, the descriptor stays the caller's.
  package convenience init(adopting descriptor: Int32, on loop: Loop) throws(UVError) {
    try self.init(owning: descriptor, nil, on: loop)
  }

  private init(owning descriptor: Int32, _ bound: BoundPath?, on loop: Loop) throws(UVError) {
    socket = descriptor
    self.bound = bound
    try super.init(
      uv_poll_t.self, on: loop, "adopt", subject: "descriptor \(descriptor)"
    ) { uv_poll_init($0, $1, descriptor) }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }

  /// Accepts connections from now on: `handler` gets each and owns its pipe, or gets the reason why
  /// none can be accepted. `backlog` is how many may wait in the kernel.
  ///
  /// Without free descriptors (EMFILE, ENFILE) connections wait in the kernel: the server pauses,
  /// tries again, and reports the reason once until a connection is accepted.
  package func listen(
    backlog: Int32 = 1024, _ handler: @escaping (Result<Pipe, UVError>) -> Void
  ) throws(UVError) {
    precondition(!isClosing, "listen on a closed server")
    let code = Glibc.listen(socket, backlog) == 0 ? 0 : -errno
    try checked(code, "listen on", label)
    self.handler = handler
    try watch()
  }

  /// Nil once closed.
  package var fileDescriptor: Int32? { isClosing ? nil : socket }

  /// Nil for an adopted socket.
  package var path: String? { bound?.path }

  package override func close(_ then: (() -> Void)? = nil) {
    let isFirst = !isClosing
    super.close(then)
    // libuv no longer watches it, but leaves it open.
    if isFirst { Glibc.close(socket) }
  }

  override func willClose() {
    handler = nil
    rest?.close()
    rest = nil
    bound?.remove()
  }

  private func watch() throws(UVError) {
    try checked(
      uv_poll_start(raw.assumingMemoryBound(to: uv_poll_t.self), CInt(UV_READABLE.rawValue)) {
        poll, _, _ in Handle.recover(poll, as: PipeServer.self).acceptWaiting()
      }, "listen on", label)
  }

  /// Accepts here because libuv would retry one connection for ever if another thread has taken its
  /// spare descriptor.
  private func acceptWaiting() {
    for _ in 0..<PipeServer.acceptsAtOnce {
      guard let handler else { return }
      let descriptor = csystem_accept(socket)
      guard descriptor >= 0 else {
        if descriptor != UVError.Code.again.rawValue { restAfter(descriptor) }
        return
      }
      do throws(UVError) {
        let pipe = try Pipe(adopting: descriptor, on: loop)
        hasFailed = false
        handler(.success(pipe))
      } catch {
        Glibc.close(descriptor)
        handler(.failure(error))
      }
    }
  }

  /// Leaves connections in the kernel for a while.
  private func restAfter(_ code: CInt) {
    uv_poll_stop(raw.assumingMemoryBound(to: uv_poll_t.self))
    do throws(UVError) {
      if rest == nil {
        rest = try Timer(on: loop) { [unowned self] in
          // The descriptor was watched before.
          try? watch()
        }
      }
      try rest?.start(after: PipeServer.restMilliseconds)
    } catch {
      preconditionFailure("a timer of an open loop can be started: \(error)")
    }
    if hasFailed { return }
    hasFailed = true
    let error = UVError(
      operation: "accept on", subject: label, code: UVError.Code(rawValue: code),
      advice: UVError.Code(rawValue: code).isOutOfDescriptors
        ? "connections wait until descriptors are free; raise the limit of open files" : "")
    handler?(.failure(error))
  }

  private var label: String {
    path ?? fileDescriptor.map { "descriptor \($0)" } ?? "closed server"
  }

  /// Refuses a path that the kernel would truncate or misread.
  static func checkPath(_ path: String, _ operation: StaticString) throws(UVError) {
    let bytes = path.utf8
    if bytes.count > maxPathLength {
      throw UVError(
        operation: operation.description, subject: path, code: .nameTooLong,
        advice: "a socket path has at most \(maxPathLength) bytes, not \(bytes.count)")
    }
    if bytes.isEmpty || bytes.contains(0) {
      throw UVError(
        operation: operation.description, subject: "\"\(path)\"", code: .invalid,
        advice: "a socket needs a path without zero bytes")
    }
  }

  private static func advice(_ code: CInt) -> String {
    code == UVError.Code.addressInUse.rawValue
      ? "another process listens there, or one that died left the file behind" : ""
  }
}

/// A server's socket file, identified so that only this very file is removed.
private struct BoundPath {
  let path: String
  private let device: dev_t
  private let inode: ino_t

  init(_ path: String) {
    let status = BoundPath.status(path)
    self.path = path
    device = status.st_dev
    inode = status.st_ino
  }

  func remove() {
    let status = BoundPath.status(path)
    if status.st_dev == device && status.st_ino == inode && inode != 0 { unlink(path) }
  }

  private static func status(_ path: String) -> stat {
    var status = stat()
    return lstat(path, &status) == 0 ? status : stat()
  }
}
