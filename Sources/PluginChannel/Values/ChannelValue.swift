package import ButtonModel

/// A state value in a payload: `u8 tag` and what the tag asks for.
package enum ChannelValue {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(UnsafeRawBufferPointer)
  /// An array or an object.
  case json(UnsafeRawBufferPointer)

  package var stateValue: StateValue {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .int(let value): .int(value)
    case .double(let value): .double(value)
    case .string(let text): .string(UTF8String(copying: text))
    case .json(let text): .json(UTF8String(copying: text))
    }
  }

  fileprivate enum Tag: UInt8 {
    case null = 0
    case bool = 1
    case int = 2
    case double = 3
    case string = 4
    case json = 6
    case absent = 255
  }
}

extension FrameReader {
  /// Nil if absent.
  package mutating func readValue(_ what: StaticString) throws(MalformedFrame) -> ChannelValue? {
    guard let tag = ChannelValue.Tag(rawValue: try read(UInt8.self, what)) else {
      throw MalformedFrame(what, at: offset - 1)
    }
    switch tag {
    case .null: return .null
    case .bool: return .bool(try readBool(what))
    case .int: return .int(try read(Int64.self, what))
    case .double: return .double(try readDouble(what))
    case .string: return .string(try readText(length: UInt32.self, what))
    case .json: return .json(try readText(length: UInt32.self, what))
    case .absent: return nil
    }
  }
}

extension FrameBuffer {
  /// Nil is absent.
  package mutating func append(_ value: StateValue?) {
    switch value {
    case nil: append(ChannelValue.Tag.absent.rawValue)
    case .null: append(ChannelValue.Tag.null.rawValue)
    case .bool(let value):
      append(ChannelValue.Tag.bool.rawValue)
      append(UInt8(value ? 1 : 0))
    case .int(let value):
      append(ChannelValue.Tag.int.rawValue)
      append(value)
    case .double(let value):
      append(ChannelValue.Tag.double.rawValue)
      append(value)
    case .string(let text):
      append(ChannelValue.Tag.string.rawValue)
      append(UInt32(text.bytes.count))
      append(text.bytes)
    case .json(let text):
      append(ChannelValue.Tag.json.rawValue)
      append(UInt32(text.bytes.count))
      append(text.bytes)
    }
  }

  package mutating func append(_ value: ChannelValue) {
    switch value {
    case .null: append(ChannelValue.Tag.null.rawValue)
    case .bool(let value):
      append(ChannelValue.Tag.bool.rawValue)
      append(UInt8(value ? 1 : 0))
    case .int(let value):
      append(ChannelValue.Tag.int.rawValue)
      append(value)
    case .double(let value):
      append(ChannelValue.Tag.double.rawValue)
      append(value)
    case .string(let text):
      append(ChannelValue.Tag.string.rawValue)
      append(UInt32(text.count))
      append(text)
    case .json(let text):
      append(ChannelValue.Tag.json.rawValue)
      append(UInt32(text.count))
      append(text)
    }
  }
}
