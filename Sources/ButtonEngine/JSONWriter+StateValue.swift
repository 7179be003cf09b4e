package import ButtonModel
package import JSONRPC

extension JSONWriter {
  /// Appends a value of the store.
  package mutating func value(_ value: StateValue) {
    switch value {
    case .null: null()
    case .bool(let value): bool(value)
    case .int(let value): int(value)
    case .double(let value): double(value)
    case .string(let text): text.bytes.withUnsafeBytes { string($0) }
    case .json(let text): text.bytes.withUnsafeBytes { self.value(raw: $0) }
    }
  }
}
