internal import ButtonModel
internal import JSONRPC

extension ExpressionEvaluator {
  mutating func converted(_ function: Function, _ value: Value) -> Value {
    switch function {
    case .string: return .string(text(of: value))
    case .int: return int(value)
    default: return double(value)
    }
  }

  private mutating func int(_ value: Value) -> Value {
    switch value {
    case .int: return value
    case .double(let number):
      // The limits themselves are out of range: such a double may stand for a larger int.
      guard number > -0x1p63, number < 0x1p63 else { return fail(.overflow) }
      return .int(Int64(number))
    case .string(let text):
      guard text.count <= Text.maximumNumber else { return fail(.numberTooLong) }
      charge(2 * text.count)
      guard text.isDecimalInt else { return fail(.badNumber) }
      return text.withBytes { Int64(String(decoding: $0, as: UTF8.self)) }.map { .int($0) }
        ?? fail(.overflow)
    case .null, .bool, .list, .map, .failure: return refuse(value)
    }
  }

  private mutating func double(_ value: Value) -> Value {
    switch value {
    case .int(let number): return .double(Double(number))
    case .double: return value
    case .string(let text):
      guard text.count <= Text.maximumNumber else { return fail(.numberTooLong) }
      work &+= Work.reading(text.count)
      let string = text.withBytes { String(decoding: $0, as: UTF8.self) }
      if text.isDecimalNumber, let number = Double(string) { return .double(number) }
      switch string {
      case "NaN": return .double(.nan)
      case "Infinity": return .double(.infinity)
      case "-Infinity": return .double(-.infinity)
      default: return fail(.badNumber)
      }
    case .null, .bool, .list, .map, .failure: return refuse(value)
    }
  }

  /// As people read it: a whole double has no point, strings in a list have no quotes.
  mutating func text(of value: Value) -> Text {
    if case .string(let text) = value { return text }
    scratch.removeAll(keepingCapacity: true)
    write(value)
    charge(scratch.count)
    return Text(copying: scratch.bytes)
  }

  /// Appends ``text(of:)`` to `scratch`.
  mutating func write(_ value: Value) {
    switch value {
    case .null: scratch.raw("null")
    case .bool(let bool): scratch.raw(bool ? "true" : "false")
    case .int(let number):
      digits.removeAll(keepingCapacity: true)
      digits.int(number)
      scratch.raw(digits.bytes)
    case .double(let number) where number.isFinite:
      digits.removeAll(keepingCapacity: true)
      digits.double(number)
      work &+= Work.writing(digits.count)
      if digits.bytes.suffix(2).elementsEqual(".0".utf8) { digits.truncate(to: digits.count - 2) }
      scratch.raw(digits.bytes)
    case .double(let number):
      scratch.raw(number.isNaN ? "NaN" : number < 0 ? "-Infinity" : "Infinity")
    case .string(let text): text.withBytes { scratch.raw($0) }
    case .list(let text), .map(let text): writeElements(of: text)
    case .failure: preconditionFailure("a failure is not a value")
    }
  }

  private mutating func writeElements(of text: Text) {
    let isMap = text.storage[text.range.lowerBound] == UInt8(ascii: "{")
    var cursor = JSONCursor(text)
    var isFirst = true
    scratch.raw(isMap ? "{" : "[")
    while !isOverBudget, let (name, value) = cursor.next(&work) {
      work &+= Work.element
      if !isFirst { scratch.raw(", ") }
      isFirst = false
      if isMap {
        write(JSONText.value(name, in: text.storage, &work))
        scratch.raw(": ")
      }
      write(JSONText.value(value, in: text.storage, &work))
    }
    scratch.raw(isMap ? "}" : "]")
  }
}
