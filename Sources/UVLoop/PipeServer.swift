import CLibuv
import CPlatform
import Glibc

/// A listening Unix stream socket: bound to a path here, or adopted when it listens already.
package final class PipeServer: Handle {
  /// The longest socket path in bytes; the kernel has no room for more.
  package static let maxPathLength = Int(CSYSTEM_UNIX_PATH_BYTES)

  private var bound: BoundPath?
  private var handler: ((Result<Pipe, UVError>) -> Void)?

  /// Binds a new socket to `path`, whose file never has wider permissions than `mode`. Nobody can
  /// connect before `listen`. `close` removes the file, unless another has taken its place.
  ///
  /// A path that exists, even as a socket that nobody listens on, is refused with `addressInUse`;
  /// a path over `maxPathLength` with `nameTooLong`, instead of being cut off.
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

  /// Takes over a socket that is bound, and perhaps listening, already, as socket activation passes
  /// it. It is closed with the server, its file is left alone; when this throws, the
  /// descriptor stays the caller's.
  package convenience init(adopting descriptor: Int32, on loop: Loop) throws(UVError) {
    try self.init(owning: descriptor, nil, on: loop)
  }

  private init(owning descriptor: Int32, _ bound: BoundPath?, on loop: Loop) throws(UVError) {
    try super.init(uv_pipe_t.self, on: loop, "open", subject: "server") { uv_pipe_init($0, $1, 0) }
    let code = adopt(descriptor)
    if code != 0 { close() }
    try checked(code, "adopt", "descriptor \(descriptor)")
    self.bound = bound
  }

  /// Accepts connections from now on and hands each, or the reason why one could not be accepted,
  /// to `handler`, which owns the pipe. `backlog` is how many may wait in the kernel.
  package func listen(
    backlog: Int32 = 1024, _ handler: @escaping (Result<Pipe, UVError>) -> Void
  ) throws(UVError) {
    precondition(!isClosing, "listen on a closed server")
    self.handler = handler
    try checked(
      uv_listen(stream, backlog) { server, status in
        Handle.recover(server, as: PipeServer.self).accept(status)
      }, "listen on", label)
  }

  /// The listening descriptor, or nil once closed.
  package var fileDescriptor: Int32? { descriptor() }

  /// The path bound by this server; nil for one that was handed over.
  package var path: String? { bound?.path }

  override func willClose() {
    handler = nil
    bound?.remove()
  }

  private func accept(_ status: CInt) {
    do throws(UVError) {
      try checked(status, "accept on", label)
      let pipe = try Pipe(unconnectedOn: loop)
      let code = uv_accept(stream, pipe.stream)
      if code != 0 { pipe.close() }
      try checked(code, "accept on", label)
      guard let handler else { return pipe.close() }
      handler(.success(pipe))
    } catch {
      handler?(.failure(error))
    }
  }

  private var stream: UnsafeMutablePointer<uv_stream_t> {
    raw.assumingMemoryBound(to: uv_stream_t.self)
  }

  private var label: String {
    path ?? fileDescriptor.map { "descriptor \($0)" } ?? "closed server"
  }

  /// Refuses a path that the kernel would cut off or take for something else.
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

/// A socket file made by a server, remembered so that only this very file is removed again.
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
