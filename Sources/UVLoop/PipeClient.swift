import CLibuv

/// Connects to a listening Unix socket.
package enum PipeClient {
  /// Calls `then` exactly once, on a later turn, with the returned pipe: closing that earlier gives
  /// up with `canceled`. After a failure the pipe is closed already.
  @discardableResult
  package static func connect(
    to path: String, on loop: Loop, then: @escaping (Result<Pipe, UVError>) -> Void
  ) throws(UVError) -> Pipe {
    try PipeServer.checkPath(path, "connect to")
    let pipe = try Pipe(unconnectedOn: loop)
    let code = PendingRequest.begin(
      uv_connect_t.self, on: loop,
      finish: { status in
        do throws(UVError) {
          try checked(status, "connect to", path)
          then(.success(pipe))
        } catch {
          pipe.close()
          then(.failure(error))
        }
      },
      start: { request in
        uv_pipe_connect(request, pipe.typed, path) { PendingRequest.end($0, $1) }
        return 0
      })
    try checked(code, "connect to", path)
    return pipe
  }
}
