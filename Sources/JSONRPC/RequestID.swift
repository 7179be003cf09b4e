/// A request's id, byte for byte as the client wrote it, kept until the response is written.
@usableFromInline
package struct RequestID: Hashable, Sendable {
  private enum Form: Hashable, Sendable {
    case null
    case int(Int64)
    case raw([UInt8])
  }

  private let form: Form

  /// `null`, for an error that belongs to no request.
  package static let unknown = RequestID(form: .null)

  package init(_ value: Int64) {
    form = .int(value)
  }

  package init(_ string: String) {
    var writer = JSONWriter(minimumCapacity: string.utf8.count + 2)
    writer.string(string)
    form = .raw(Array(writer.bytes))
  }

  init(view: RequestIDView) {
    var writer = JSONWriter(minimumCapacity: 32)
    writer.id(view)
    form = .raw(Array(writer.bytes))
  }

  private init(form: Form) {
    self.form = form
  }

  /// Nil unless it is written as a plain integer.
  package var int: Int64? {
    if case .int(let value) = form { value } else { nil }
  }

  /// The bytes of heap memory.
  package var keptBytes: Int {
    if case .raw(let bytes) = form { bytes.count + 32 } else { 0 }
  }

  func write(into writer: inout JSONWriter) {
    switch form {
    case .null: writer.null()
    case .int(let value): writer.int(value)
    case .raw(let bytes): bytes.withUnsafeBytes { writer.value(raw: $0) }
    }
  }
}
