extension JSONWriter {
  /// Exactly as the client wrote it; `null` if there is none.
  @usableFromInline
  package mutating func id(_ id: RequestIDView) {
    switch id {
    case .absent, .null:
      null()
    case .int(let value):
      int(value)
    case .text(let text):
      separate()
      raw(byte: UInt8(ascii: "\""))
      raw(text.bytes)
      raw(byte: UInt8(ascii: "\""))
    case .raw(let bytes):
      value(raw: bytes)
    }
  }

  @usableFromInline
  package mutating func id(_ id: RequestID) {
    id.write(into: &self)
  }

  /// Begins a response. Follow it with one value, `endObject` and, outside a batch, `endLine`.
  @inlinable
  package mutating func beginResult(_ id: RequestIDView) {
    separate()
    raw("{\"jsonrpc\":\"2.0\",\"id\":")
    self.id(id)
    raw(",\"result\":")
  }

  @inlinable
  package mutating func beginResult(_ id: RequestID) {
    separate()
    raw("{\"jsonrpc\":\"2.0\",\"id\":")
    self.id(id)
    raw(",\"result\":")
  }

  /// Writes a response without a line end; `body` writes the result.
  @inlinable
  package mutating func result(_ id: RequestIDView, _ body: (inout JSONWriter) -> Void) {
    beginResult(id)
    body(&self)
    endObject()
  }

  @inlinable
  package mutating func result(_ id: RequestID, _ body: (inout JSONWriter) -> Void) {
    beginResult(id)
    body(&self)
    endObject()
  }

  /// Writes an error response without a line end.
  package mutating func failure(_ id: RequestIDView, _ error: RPCError) {
    separate()
    raw("{\"jsonrpc\":\"2.0\",\"id\":")
    self.id(id)
    endFailure(error)
  }

  package mutating func failure(_ id: RequestID, _ error: RPCError) {
    separate()
    raw("{\"jsonrpc\":\"2.0\",\"id\":")
    self.id(id)
    endFailure(error)
  }

  /// Follow it with the params object, `endObject` and `endLine`.
  package mutating func beginRequest(_ id: RequestID, _ method: String) {
    separate()
    raw("{\"jsonrpc\":\"2.0\",\"id\":")
    self.id(id)
    key("method")
    string(method)
    key("params")
  }

  /// Follow it with the params object, `endObject` and `endLine`.
  package mutating func beginNotification(_ method: StaticString) {
    separate()
    raw("{\"jsonrpc\":\"2.0\"")
    key("method")
    string(method)
    key("params")
  }

  private mutating func endFailure(_ error: RPCError) {
    raw(",\"error\":{\"code\":")
    int(Int(error.code.number))
    key("message")
    string(error.message)
    key("data")
    beginObject()
    key("reason")
    string(error.code.reason)
    if let path = error.path {
      key("path")
      string(path)
    }
    for detail in error.details {
      key(detail.name)
      switch detail.value {
      case .int(let value): int(value)
      case .string(let value): string(value)
      case .bool(let value): bool(value)
      }
    }
    raw("}}}")
  }
}
