/// What can be the path of a Unix socket.
enum SocketPath {
  /// Refuses a path that the kernel would cut off or take for something else.
  static func check(_ path: String, _ operation: StaticString) throws(UVError) {
    let bytes = path.utf8
    if bytes.count > PipeServer.maxPathLength {
      throw UVError(
        operation: operation.description, subject: path, code: .nameTooLong,
        advice: "a socket path has at most \(PipeServer.maxPathLength) bytes, not \(bytes.count)")
    }
    if bytes.isEmpty || bytes.contains(0) {
      throw UVError(
        operation: operation.description, subject: "\"\(path)\"", code: .invalid,
        advice: "a socket needs a path without zero bytes")
    }
  }
}
