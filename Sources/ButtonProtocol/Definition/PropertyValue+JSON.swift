import ButtonModel
import JSONRPC

extension Property {
  /// An object is laid over the value that it patches.
  func value(
    json: JSONElement, patching present: PropertyValue?
  ) throws(ProtocolError) -> PropertyValue {
    switch row.kind {
    case .bool:
      guard let value = json.bool else { throw wrongType(json) }
      return .bool(value)
    case .number(let range):
      guard let value = json.number.map({ row.clamped($0) }) else { throw wrongType(json) }
      guard range.contains(value) else {
        throw .invalidParams("must be \(expectation), but is \(value)")
      }
      return .number(value)
    case .text:
      guard let value = json.text else { throw wrongType(json) }
      return .text(UTF8String(copying: value.bytes))
    case .fontEffect:
      guard let text = json.text else { throw wrongType(json) }
      guard FontEffect.isValid(text.bytes) else { throw .invalidParams("must be \(expectation)") }
      return .text(UTF8String(copying: text.bytes))
    case .transaction:
      guard let text = json.text else { throw wrongType(json) }
      guard Transaction.isValid(text.bytes) else { throw .invalidParams("must be \(expectation)") }
      return .text(UTF8String(copying: text.bytes))
    case .textRuns:
      guard json.kind == .array else { throw wrongType(json) }
      return .text(try TextRun.json(json))
    case .choice(let names):
      guard let text = json.text else { throw wrongType(json) }
      guard let index = names.firstIndex(where: { text.bytes.elementsEqual($0.bytes) }) else {
        throw .unknownName(text.string, among: names.map(\.string))
      }
      return .choice(UInt8(index))
    case .color:
      guard case .color(let color)? = present else { return .color(try Color(json: json)) }
      return .color(try Color(json: json, patching: color))
    case .effect:
      return .effect(try Effect(json: json))
    case .attributedText:
      guard case .attributedText(let text)? = present else {
        return .attributedText(try AttributedText(json: json, patching: nil))
      }
      return .attributedText(try AttributedText(json: json, patching: text))
    }
  }

  /// An object may be meant to follow state.
  private func wrongType(_ json: JSONElement) -> ProtocolError {
    let error = ProtocolError.wrongType(json, expected: expectation)
    guard json.isObject else { return error }
    return error.advised(
      #"to follow a key of state write {"cel": "key"} or, in a text, {"template": "{key}"}"#)
  }

  func write(_ value: PropertyValue, into writer: inout JSONWriter) {
    switch value {
    case .bool(let value): writer.bool(value)
    case .number(let value):
      if value == value.rounded(), abs(value) < 1e15 {
        writer.int(Int64(value))
      } else {
        writer.double(value)
      }
    case .text(let text):
      guard case .textRuns = row.kind else { return writer.string(text) }
      text.bytes.withUnsafeBytes { writer.value(raw: $0) }
    case .choice(let index):
      if case .choice(let names) = row.kind, Int(index) < names.count {
        writer.string(names[Int(index)])
      } else {
        writer.null()
      }
    case .color(let color): color.write(into: &writer)
    case .effect(let effect): effect.write(into: &writer)
    case .attributedText(let text): text.write(into: &writer)
    }
  }
}
