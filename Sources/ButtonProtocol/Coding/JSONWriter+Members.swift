package import ButtonModel
package import JSONRPC

extension JSONWriter {
  package mutating func member(_ name: StaticString, _ value: some JSONEncodable) {
    key(name)
    value.write(into: &self)
  }

  package mutating func member(_ name: StaticString, ifPresent value: (some JSONEncodable)?) {
    if let value { member(name, value) }
  }

  @_disfavoredOverload
  package mutating func string(_ text: UTF8String) {
    text.bytes.withUnsafeBytes { string($0) }
  }

  @_disfavoredOverload
  package mutating func key(_ name: UTF8String) {
    name.bytes.withUnsafeBytes { key($0) }
  }
}
