import ButtonModel
import ButtonProtocol
import JSONRPC

/// What a text means by YAML 1.2's core schema: `yes`, `no`, `on` and dates are strings.
enum YAMLScalar: Hashable {
  case null
  case bool(Bool)
  case int(Int64)
  case double(Double)
  case string([UInt8])

  /// What stands before the names of YAML's own tags.
  private static let tagPrefix = "tag:yaml.org,2002:"

  /// `isPlain` means without quotes.
  static func read(
    _ text: [UInt8], isPlain: Bool, tag: String?
  ) throws(YAMLScalarFault) -> YAMLScalar {
    switch tag {
    case nil: return isPlain ? try plain(text) : .string(text)
    case "!"?, "\(tagPrefix)str"?: return .string(text)
    case let tag?:
      guard tag.hasPrefix(tagPrefix) else {
        throw YAMLScalarFault("the tag \(Excerpt(tag)) is not known")
      }
      let scalar = try plain(text)
      let name = tag.dropFirst(tagPrefix.utf8.count)
      switch (name, scalar) {
      case ("null", .null), ("bool", .bool), ("int", .int), ("float", .double): return scalar
      case ("float", .int(let value)): return .double(Double(value))
      default:
        throw YAMLScalarFault("'\(Excerpt(text))' is not of the type !!\(name)")
      }
    }
  }

  /// What a text without quotes means.
  private static func plain(_ text: [UInt8]) throws(YAMLScalarFault) -> YAMLScalar {
    let first = text.first ?? UInt8(ascii: "~")
    switch first {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "+"),
      UInt8(ascii: "."):
      return try number(String(decoding: text, as: UTF8.self)) ?? .string(text)
    case UInt8(ascii: "~"), UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"),
      UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      return word(String(decoding: text, as: UTF8.self)) ?? .string(text)
    default:
      return .string(text)
    }
  }

  private static func word(_ text: String) -> YAMLScalar? {
    switch text {
    case "", "~", "null", "Null", "NULL": .null
    case "true", "True", "TRUE": .bool(true)
    case "false", "False", "FALSE": .bool(false)
    default: nil
    }
  }

  private static func number(_ text: String) throws(YAMLScalarFault) -> YAMLScalar? {
    for (prefix, radix) in [("0o", 8), ("0x", 16)] where text.hasPrefix(prefix) {
      let digits = text.dropFirst(2)
      guard !digits.isEmpty, digits.allSatisfy({ $0.isASCII && Int("\($0)", radix: radix) != nil })
      else { return nil }
      return .int(try inRange(Int64(digits, radix: radix), text))
    }
    let unsigned = text.first == "-" || text.first == "+" ? text.dropFirst() : text[...]
    switch unsigned {
    case ".inf", ".Inf", ".INF", ".nan", ".NaN", ".NAN":
      throw YAMLScalarFault("\(text) is not a number here; put quotes around it if it is text")
    default: break
    }
    guard let number = NumberText(text.utf8) else { return nil }
    if number.isInteger { return .int(try inRange(Int64(text), text)) }
    return .double(try inRange(Double(text).flatMap { $0.isFinite ? $0 : nil }, text))
  }

  private static func inRange<Number>(
    _ number: Number?, _ text: String
  ) throws(YAMLScalarFault) -> Number {
    guard let number else {
      throw YAMLScalarFault(
        "\(Excerpt(text)) is not within the range of 64-bit integers and floats; put quotes around"
          + " it if it is text")
    }
    return number
  }

  func write(into writer: inout JSONWriter) {
    switch self {
    case .null: writer.null()
    case .bool(let value): writer.bool(value)
    case .int(let value): writer.int(value)
    case .double(let value): writer.double(value)
    case .string(let text): text.withUnsafeBytes { writer.string($0) }
    }
  }
}

/// Why a text is not a value.
struct YAMLScalarFault: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
