import TestSupport

@testable import JSONRPC

/// A random JSON value that knows its canonical form without parser or sorting writer, and many
/// other ways to be spelled.
indirect enum SampleValue {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string(String)
  case array([SampleValue])
  case object([String: SampleValue])

  static func random(depth: Int, using random: inout Seed) -> SampleValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2:
      return .int(Int64(bitPattern: random.next()) >> Int64.random(in: 0..<64, using: &random))
    case 3:
      let value = Double(bitPattern: random.next())
      return .double(value.isFinite ? value : 0.5)
    case 4: return .string(.random(maxLength: 12, using: &random))
    case 5:
      return .array(
        (0..<Int.random(in: 0...6, using: &random)).map { _ in
          .random(depth: depth - 1, using: &random)
        })
    default:
      var members: [String: SampleValue] = [:]
      for _ in 0..<Int.random(in: 0...20, using: &random) {
        members[.random(maxLength: 6, using: &random)] = .random(depth: depth - 2, using: &random)
      }
      return .object(members)
    }
  }

  /// Writes the canonical form.
  func write(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value): writer.double(value)
    case .string(let value): writer.string(value)
    case .array(let elements):
      writer.beginArray()
      for element in elements { element.write(into: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      let names = members.keys.sorted {
        Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8))
      }
      for name in names {
        writer.key(name)
        members[name]?.write(into: &writer)
      }
      writer.endObject()
    }
  }

  /// One of the many texts with this value.
  func spelled(using random: inout Seed) -> String {
    let space = ["", "", " ", "\t\r\n "].randomElement(using: &random) ?? ""
    switch self {
    case .null, .bool: return written { write(into: &$0) } + space
    case .int(let value): return "\(value)" + space
    case .double(let value): return "\(value)" + space
    case .string(let value): return Self.quoted(value, using: &random) + space
    case .array(let elements):
      return "[" + space + elements.map { $0.spelled(using: &random) }.joined(separator: ",") + "]"
    case .object(let members):
      var texts: [String] = []
      for (name, value) in members.shuffled(using: &random) {
        if Int.random(in: 0..<4, using: &random) == 0 {
          texts.insert(
            Self.quoted(name, using: &random) + ":" + ["0", "{}", "[\"x\"]"][texts.count % 3],
            at: 0)
        }
        texts.append(
          Self.quoted(name, using: &random) + ":" + space + value.spelled(using: &random))
      }
      return "{" + space + texts.joined(separator: ",") + space + "}"
    }
  }

  private static func quoted(_ text: String, using random: inout Seed) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      let mustEscape = scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
      if mustEscape || Bool.random(using: &random) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}
