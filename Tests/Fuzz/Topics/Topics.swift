import ButtonModel
import MQTTBridge

/// A filter, a template, a pointer, a topic and a payload, one a line: whatever they are, a message makes
/// a key that state may have and a value, or a fault that says why.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let parts = UnsafeBufferPointer(start: bytes, count: count).split(
    separator: 0x0A, maxSplits: 4, omittingEmptySubsequences: false)
  guard parts.count == 5 else { return 0 }
  let texts = parts.map { String(decoding: $0, as: UTF8.self) }
  guard let filter = TopicFilter(texts[0]), let template = NameTemplate(texts[1]),
    template.captureCount <= filter.captureCount
  else { return 0 }
  let pointer = texts[2].isEmpty ? nil : JSONPointer(texts[2])
  let payload = Array(parts[4])
  for format in PayloadFormat.allCases {
    var table = RuleTable([TopicRule(filter, .set(template, format, pointer, isFed: true))])
    let topic = Array(parts[3])
    for _ in 0..<2 {
      for route in topic.withUnsafeBytes({ table.routes(of: $0) }) { check(route, payload) }
    }
  }
  return 0
}

/// What a rule makes of a payload.
private func check(_ route: RuleTable.Route, _ payload: [UInt8]) {
  do throws(RuleFault) {
    guard case .key(let key, let format, let pointer, _) = try route.target.get() else { return }
    precondition(StateKey.isValid(key), "no key")
    let read = payload.withUnsafeBytes { bytes in
      Result { () throws(RuleFault) in
        try PayloadReader().value(of: bytes, as: format, at: pointer)
      }
    }
    let value = try read.get()
    switch value {
    case .double(let number): precondition(number.isFinite, "a number that JSON has not")
    case .string(let text), .json(let text):
      precondition(Array(text.string.utf8) == text.bytes, "a text that is no UTF-8")
      precondition(text.bytes.count <= PayloadReader.maximumValueBytes, "too long")
    case nil, .null, .bool, .int: break
    }
  } catch {
    precondition(!error.description.isEmpty && error.description.utf8.count < 2_048, "no words")
  }
}
