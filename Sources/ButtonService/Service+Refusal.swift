package import ButtonProtocol
package import JSONRPC

extension Service {
  /// Appends the line that ends a connection whose line is too long.
  package func refuseTooLongLine(into output: inout JSONWriter) {
    var error = ProtocolError(
      .invalidRequest, "a line has at most \(limits.maxLineBytes) bytes: send less at a time")
    error.limit = "maxLineBytes"
    error.value = limits.maxLineBytes
    output.failure(RequestIDView.null, error.rpcError)
    output.endLine()
  }

  /// The line that a connection is refused with before it is closed.
  package func refusal(_ error: ProtocolError) -> SharedLine {
    var writer = JSONWriter()
    writer.failure(RequestIDView.null, error.rpcError)
    return SharedLine(copying: writer.bytes)
  }
}
