package import ButtonModel
import ButtonProtocol
import JSONRPC

/// Definitions of buttons as a fleet has them: under separate keys, `!` and the id, as JSON.
package enum SharedDefinition {
  static let mark = UInt8(ascii: "!")

  static func isKey(_ key: UTF8String) -> Bool { key.bytes.first == mark }

  package static func key(of id: UTF8String) -> UTF8String {
    UTF8String(bytes: [mark] + id.bytes)
  }

  /// Nil for the key of a value.
  static func id(of key: UTF8String) -> UTF8String? {
    isKey(key) ? UTF8String(bytes: Array(key.bytes.dropFirst())) : nil
  }

  /// As the fleet has it.
  package static func value(of definition: ButtonDefinition) -> StateValue? {
    var writer = JSONWriter()
    definition.write(into: &writer)
    return writer.withUnsafeBytes { bytes in parsed(bytes) { try? StateValue(json: $0) } }
  }

  /// The limit for one request to the fleet.
  package static let maximumBytesAtOnce = 256 << 10

  /// What the operation takes of such a request.
  package static func size(of operation: StateOperation) -> Int {
    guard case .set(let value) = operation.kind else { return operation.key.bytes.count }
    return operation.key.bytes.count + text(of: value).count
  }

  /// Nil if this version cannot use it.
  static func definition(_ value: StateValue, of id: UTF8String) -> ButtonDefinition? {
    guard case .json(let text) = value else { return nil }
    let definition = text.bytes.withUnsafeBytes { bytes in
      parsed(bytes) { json -> ButtonDefinition? in
        var reader = DefinitionReader(path: "")
        return try? reader.definition(json)
      }
    }
    return definition?.id == id.string ? definition : nil
  }

  /// As JSON.
  static func text(of value: StateValue) -> [UInt8] {
    var writer = JSONWriter()
    value.write(into: &writer)
    return [UInt8](writer.bytes)
  }

  private static func parsed<Value>(
    _ bytes: UnsafeRawBufferPointer, _ body: (JSONElement) -> Value?
  ) -> Value? {
    // It owns what it parses.
    let parser = JSONParser()
    return withExtendedLifetime(parser) { (try? parser.parse(copying: bytes)).flatMap(body) }
  }
}

/// What the fleet has made of a shared definition.
package enum DefinitionChange: Hashable, Sendable {
  case defined(ButtonDefinition)
  case removed(String)
}
