package import ButtonModel
import ButtonProtocol
import JSONRPC

/// Reads payloads, which a stranger may have written, as values of keys.
package final class PayloadReader {
  /// The largest payload.
  package static let maximumBytes = 256 << 10
  /// The largest value, as JSON.
  package static let maximumValueBytes = 64 << 10

  private let parser = JSONParser()

  package init() {}

  /// What a payload says of a key.
  package enum Reading: Hashable, Sendable {
    /// Nil removes the key, as an empty payload removes a retained message.
    case value(StateValue?)
    /// A word instead of a value.
    case noValue(String)
  }

  /// Words of `liveness` stand for no value. Throws for a number outside the range.
  package func reading(
    of payload: UnsafeRawBufferPointer, as format: PayloadFormat, at pointer: JSONPointer?,
    _ liveness: KeyLiveness = KeyLiveness(), in range: ClosedRange<Double>? = nil
  ) throws(RuleFault) -> Reading {
    guard payload.count <= PayloadReader.maximumBytes else {
      throw RuleFault(
        .tooLong,
        "the payload has \(payload.count) bytes; \(PayloadReader.maximumBytes) are the most")
    }
    if payload.isEmpty { return .value(nil) }
    let reading = try read(payload, format, pointer, liveness)
    if case .value(let value?) = reading,
      value.isLongerAsJSON(than: PayloadReader.maximumValueBytes)
    {
      throw RuleFault(
        .tooLong,
        "the value has more than \(PayloadReader.maximumValueBytes) bytes; take a part of it with "
          + "pointer")
    }
    if let range, case .value(let value?) = reading, let number = value.number,
      !range.contains(number)
    {
      throw RuleFault(
        .format, "'\(Excerpt(payload))' is not from \(range.lowerBound) to \(range.upperBound)")
    }
    return reading
  }

  /// Nil for a payload that is not among the words.
  package func command(
    of payload: UnsafeRawBufferPointer, by words: CommandWords
  ) throws(RuleFault) -> ButtonCommand? {
    if words.commands.isEmpty { return .press(nil) }
    do throws(RuleFault) {
      let reading = try reading(of: payload, as: .text, at: words.pointer)
      guard case .value(.string(let text)?) = reading else { return nil }
      return words.commands[text.string]
    } catch {
      // A remote control also tells of its battery.
      if error.kind == .pointer { return nil }
      throw error
    }
  }

  /// Nil if the payload says nothing.
  package func isOnline(
    _ payload: UnsafeRawBufferPointer, _ availability: Availability
  ) throws(RuleFault) -> Bool? {
    let reading = try reading(of: payload, as: .text, at: availability.pointer)
    guard case .value(.string(let text)?) = reading else { return nil }
    switch text.string {
    case availability.online: return true
    case availability.offline: return false
    default:
      throw RuleFault(
        .format,
        "'\(Excerpt(text.string))' is neither '\(Excerpt(availability.online))' nor "
          + "'\(Excerpt(availability.offline))'; say with online and offline what it sends")
    }
  }

  private func read(
    _ payload: UnsafeRawBufferPointer, _ format: PayloadFormat, _ pointer: JSONPointer?,
    _ liveness: KeyLiveness
  ) throws(RuleFault) -> Reading {
    // A device that sends JSON may send a word alone.
    if let word = NoValue.word(PayloadReader.trimmed(payload), among: liveness.noValue) {
      return .noValue(word)
    }
    if let pointer {
      let quoted = liveness.noValue.isEmpty ? nil : PayloadReader.quotingNaN(payload)
      let root = if let quoted { try parse(quoted) } else { try parse(payload) }
      guard let element = pointer.value(in: root) else {
        throw RuleFault(
          .pointer,
          "there is nothing at \(Excerpt(pointer.text)) in '\(Excerpt(payload))'; mend pointer")
      }
      if let word = word(element, liveness) { return .noValue(word) }
      return .value(try value(of: element, format))
    }
    return .value(try value(payload, format))
  }

  /// Quotes `NaN`, which programs in Python write into what they call JSON; nil if there is none.
  private static func quotingNaN(_ payload: UnsafeRawBufferPointer) -> [UInt8]? {
    var text: [UInt8] = []
    var taken = 0
    var isInText = false
    var index = 0
    while index < payload.count {
      switch payload[index] {
      case UInt8(ascii: "\\") where isInText: index += 1
      case UInt8(ascii: "\""): isInText.toggle()
      case UInt8(ascii: "N") where !isInText && payload[index...].starts(with: "NaN".utf8):
        text += payload[taken..<index]
        text += "\"NaN\"".utf8
        index += 2
        taken = index + 1
      default: break
      }
      index += 1
    }
    return taken == 0 ? nil : text + payload[taken...]
  }

  /// Nil for null, which removes the key.
  private func word(_ element: JSONElement, _ liveness: KeyLiveness) -> String? {
    if liveness.noValue.isEmpty || element.isNull { return nil }
    if let text = element.text { return NoValue.word(text.bytes, among: liveness.noValue) }
    var writer = JSONWriter()
    writer.copy(element)
    return NoValue.word(writer.bytes, among: liveness.noValue)
  }

  private func value(
    _ payload: UnsafeRawBufferPointer, _ format: PayloadFormat
  ) throws(RuleFault) -> StateValue? {
    switch format {
    case .json: return try PayloadReader.stateValue(parse(payload))
    case .text: return .string(try text(payload))
    case .number:
      if let number = NumberText(PayloadReader.trimmed(payload)),
        let value = try PayloadReader.stateValue(parse(number.json))
      {
        return value
      }
      throw RuleFault(.format, "'\(Excerpt(payload))' is not a number; another format is for it")
    case .bool: return .bool(try bool(payload))
    }
  }

  /// A number or a boolean may also be a text.
  private func value(
    of element: JSONElement, _ format: PayloadFormat
  ) throws(RuleFault) -> StateValue? {
    if format == .json || element.isNull { return try PayloadReader.stateValue(element) }
    if let text = element.text { return try value(text.bytes, format) }
    switch format {
    case .number where element.int != nil || element.double != nil, .bool where element.bool != nil:
      return try PayloadReader.stateValue(element)
    case .text:
      var writer = JSONWriter()
      writer.copy(element)
      return .string(UTF8String(copying: writer.bytes))
    case .bool where element.int != nil:
      var writer = JSONWriter()
      writer.copy(element)
      return .bool(try bool(writer.bytes))
    case .number, .bool, .json:
      var writer = JSONWriter()
      writer.copy(element)
      throw RuleFault(.format, "'\(Excerpt(writer.bytes))' is not a \(format.rawValue) value")
    }
  }

  private func parse(_ text: [UInt8]) throws(RuleFault) -> JSONElement {
    let copy: Result<JSONElement, RuleFault> = text.withUnsafeBytes { bytes in
      Result { () throws(RuleFault) in try parse(bytes) }
    }
    return try copy.get()
  }

  private func parse(_ text: UnsafeRawBufferPointer) throws(RuleFault) -> JSONElement {
    do throws(JSONParseError) {
      return try parser.parse(copying: text)
    } catch {
      let what =
        switch error {
        case .syntax: "is not JSON; for words write format: text or bool, and leave out pointer"
        case .tooDeep: "is nested more than \(JSONParser.maxDepth) deep"
        case .tooLarge: "is too large"
        }
      throw RuleFault(.syntax, "'\(Excerpt(text))' \(what)")
    }
  }

  /// Nil for null.
  private static func stateValue(_ json: JSONElement) throws(RuleFault) -> StateValue? {
    if json.isNull { return nil }
    do throws(ProtocolError) {
      return try StateValue(json: json)
    } catch {
      throw RuleFault(.format, error.message)
    }
  }

  private func text(_ payload: UnsafeRawBufferPointer) throws(RuleFault) -> UTF8String {
    guard String(validating: payload, as: UTF8.self) != nil else {
      throw RuleFault(.format, "'\(Excerpt(payload))' is not UTF-8")
    }
    return UTF8String(copying: payload)
  }

  private func bool(_ payload: UnsafeRawBufferPointer) throws(RuleFault) -> Bool {
    let trimmed = PayloadReader.trimmed(payload)
    switch String(decoding: trimmed.prefix(8), as: UTF8.self).lowercased() {
    case "true", "yes", "on", "1": return true
    case "false", "no", "off", "0": return false
    default:
      throw RuleFault(
        .format,
        "'\(Excerpt(payload))' is neither true nor false (nor yes, no, on, off, 1, 0)")
    }
  }

  private static func trimmed(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let isSpace: (UInt8) -> Bool = { $0 == 0x20 || (0x09...0x0D).contains($0) }
    var bytes = bytes[...]
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    return UnsafeRawBufferPointer(rebasing: bytes)
  }
}

extension StateValue {
  /// Nil for anything but a number.
  var number: Double? {
    switch self {
    case .int(let number): Double(number)
    case .double(let number): number
    case .null, .bool, .string, .json: nil
    }
  }
}

@available(*, unavailable)
extension PayloadReader: Sendable {}
