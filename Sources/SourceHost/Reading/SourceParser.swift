package import ButtonModel
import ButtonProtocol
import Glibc
import JSONRPC

/// Turns the output of a source into changes of keys: one change set for each line, or for each
/// run.
package final class SourceParser {
  private let format: SourceFormat
  private let key: UTF8String?
  private let claims: [Glob]
  private let patterns: [String]
  private let noValue: [String]
  private let parser = JSONParser()

  package init(_ source: SourceDefinition) {
    format = source.format
    key = source.key.map { UTF8String($0) }
    patterns = source.claims
    let hasUsual = format == .number || format == .bool
    noValue = source.noValue ?? (hasUsual ? NoValue.usualWords : [])
    claims = patterns.map { Glob(UTF8String($0)) }
  }

  /// The changes of a line, or of the output of a run; throws if any of them is invalid.
  package func changes(in bytes: [UInt8]) throws(SourceFault) -> [SourceChange] {
    let text = SourceParser.trimmed(bytes)
    switch format {
    case .json: return try values(text)
    case .text: return [SourceChange(try theKey(), .string(try SourceParser.text(bytes)))]
    case .number: return [SourceChange(try theKey(), try number(text))]
    case .bool: return [SourceChange(try theKey(), .bool(try SourceParser.bool(text)))]
    case .waybar: return try module(text)
    }
  }

  /// The word by which the output says that there is no value; nil if it may be a value.
  package func word(in bytes: [UInt8]) -> String? {
    NoValue.word(SourceParser.trimmed(bytes), among: noValue)
  }

  private func theKey() throws(SourceFault) -> UTF8String {
    guard let key else { throw SourceFault(.key, "it has no key to write") }
    return key
  }

  // MARK: JSON

  private func values(_ text: ArraySlice<UInt8>) throws(SourceFault) -> [SourceChange] {
    let json = try parse(text)
    if let key { return [SourceChange(key, try SourceParser.value(json))] }
    guard json.isObject else {
      throw SourceFault(
        .format, "a line must be an object of keys and values, not '\(Excerpt(text))'")
    }
    var changes: [SourceChange] = []
    for (name, value) in json.members {
      guard isClaimed(name) else {
        throw SourceFault(
          .key,
          "the key '\(Excerpt(name.string))' is not covered by its keys, "
            + patterns.joined(separator: ", "))
      }
      guard StateKey.isValid(name.bytes) else {
        throw SourceFault(.key, "'\(Excerpt(name.string))' is not a state key")
      }
      changes.append(SourceChange(UTF8String(copying: name.bytes), try SourceParser.value(value)))
    }
    return changes
  }

  private func isClaimed(_ name: JSONString) -> Bool {
    var work = 0
    return claims.contains { $0.matches(name.bytes, work: &work) }
  }

  /// The members that Waybar knows, each under a separate key; absent ones are removed.
  private func module(_ text: ArraySlice<UInt8>) throws(SourceFault) -> [SourceChange] {
    let key = try theKey().string
    let json = try parse(text)
    guard json.isObject else {
      throw SourceFault(
        .format, "a module of Waybar prints an object, not '\(Excerpt(text))'")
    }
    var changes: [SourceChange] = []
    for name in SourceDefinition.waybarMembers {
      var value: StateValue?
      for (member, json) in json.members where member.bytes.elementsEqual(name.utf8) {
        value = try SourceParser.value(json)
        if case .string(let text)? = value, SourceDefinition.waybarMarkup.contains(name) {
          value = .string(UTF8String(PangoMarkup.text(of: text.string)))
        }
      }
      changes.append(SourceChange(UTF8String("\(key).\(name)"), value))
    }
    return changes
  }

  private func parse(_ text: ArraySlice<UInt8>) throws(SourceFault) -> JSONElement {
    let result = text.withUnsafeBytes { text in
      Result { () throws(JSONParseError) in try parser.parse(copying: text) }
    }
    do throws(JSONParseError) {
      return try result.get()
    } catch {
      let what =
        switch error {
        case .syntax: "is not JSON"
        case .tooDeep: "is nested more than \(JSONParser.maxDepth) deep"
        case .tooLarge: "is too large"
        }
      throw SourceFault(.format, "'\(Excerpt(text))' \(what)")
    }
  }

  private static func value(_ json: JSONElement) throws(SourceFault) -> StateValue? {
    if json.isNull { return nil }
    do throws(ProtocolError) {
      return try StateValue(json: json)
    } catch {
      throw SourceFault(.format, error.message)
    }
  }

  // MARK: Words

  private func number(_ text: ArraySlice<UInt8>) throws(SourceFault) -> StateValue {
    if let number = NumberText(text), let value = try SourceParser.value(parse(number.json[...])) {
      return value
    }
    throw SourceFault(.format, "'\(Excerpt(text))' is not a number")
  }

  private static func bool(_ text: ArraySlice<UInt8>) throws(SourceFault) -> Bool {
    switch String(decoding: text.prefix(8), as: UTF8.self).lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default:
      throw SourceFault(
        .format, "'\(Excerpt(text))' is neither true nor false (nor yes, no, on, off, 1, 0)")
    }
  }

  private static func text(_ bytes: [UInt8]) throws(SourceFault) -> UTF8String {
    var bytes = bytes[...]
    while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
    guard String(validating: bytes, as: UTF8.self) != nil else {
      throw SourceFault(.format, "'\(Excerpt(bytes))' is not UTF-8")
    }
    return UTF8String(bytes: Array(bytes))
  }

  private static func trimmed(_ bytes: [UInt8]) -> ArraySlice<UInt8> {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var bytes = bytes[...]
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    return bytes
  }
}

@available(*, unavailable)
extension SourceParser: Sendable {}
