package import ButtonModel
package import JSONRPC

extension JSONWriter {
  /// Appends a member.
  package mutating func member(_ name: StaticString, _ value: some JSONEncodable) {
    key(name)
    value.write(into: &self)
  }

  /// Appends a member unless its value is nil.
  package mutating func member(_ name: StaticString, ifPresent value: (some JSONEncodable)?) {
    if let value { member(name, value) }
  }

  /// Appends a string, escaped.
  @_disfavoredOverload
  package mutating func string(_ text: UTF8String) {
    text.bytes.withUnsafeBytes { string($0) }
  }

  /// Appends a member's name, escaped.
  @_disfavoredOverload
  package mutating func key(_ name: UTF8String) {
    name.bytes.withUnsafeBytes { key($0) }
  }
}
