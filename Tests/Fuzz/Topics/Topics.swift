import ButtonModel
import ButtonProtocol
import MQTTBridge

/// A filter, a template, a pointer, a topic and a payload, one a line: whatever they are, a message makes
/// a key that state may have and a value, or a fault that says why; and what is said of rules before any
/// message comes agrees with what messages do.
@c(LLVMFuzzerTestOneInput)
func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  let parts = UnsafeBufferPointer(start: bytes, count: count).split(
    separator: 0x0A, maxSplits: 4, omittingEmptySubsequences: false)
  guard parts.count == 5 else { return 0 }
  let texts = parts.map { String(decoding: $0, as: UTF8.self) }
  guard let filter = TopicFilter(texts[0]), let template = NameTemplate(texts[1]),
    template.captureCount <= filter.captureCount
  else { return 0 }
  checkOverlap(filter, texts[3])
  checkReach(filter, template, pattern: texts[2], topic: texts[3])
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

/// What is said of two filters holds for the topics that they are about.
private func checkOverlap(_ filter: TopicFilter, _ text: String) {
  guard let other = TopicFilter(text) else { return }
  for (one, two) in [(filter, other), (other, filter)] {
    let topic = one.common(with: two)
    precondition((topic == nil) == (two.common(with: one) == nil), "an overlap from one side")
    if let topic {
      precondition(one.captures(in: topic) != nil && two.captures(in: topic) != nil, "no overlap")
    }
    guard one.covers(two), let topic = two.common(with: two) else { continue }
    precondition(one.captures(in: topic) != nil, "it covers what it is not about")
  }
}

/// A name that a message makes and that fits a pattern was said to be possible.
private func checkReach(
  _ filter: TopicFilter, _ template: NameTemplate, pattern: String, topic: String
) {
  guard let captures = filter.captures(in: topic),
    captures.prefix(template.captureCount).allSatisfy(NameTemplate.isPlain)
  else { return }
  var work = 0
  let name = Array(template.name(captures).utf8)
  let fits = name.withUnsafeBytes { Glob(UTF8String(pattern)).matches($0, work: &work) }
  let isReached = template.reaches(pattern, isRest: filter.isRest)
  precondition(!fits || isReached, "a name was said to be impossible")
}

/// What a rule makes of a payload.
private func check(_ route: RuleTable.Route, _ payload: [UInt8]) {
  do throws(RuleFault) {
    guard case .key(let key, let format, let pointer, _) = try route.target.get() else { return }
    precondition(StateKey.isValid(key), "no key")
    let read = payload.withUnsafeBytes { bytes in
      Result { () throws(RuleFault) in
        try PayloadReader().reading(
          of: bytes, as: format, at: pointer, KeyLiveness(noValue: ["nan", ""]))
      }
    }
    guard case .value(let value) = try read.get() else { return }
    switch value {
    case .double(let number): precondition(number.isFinite, "a number that JSON has not")
    case .string(let text), .json(let text):
      precondition(Array(text.string.utf8) == text.bytes, "a text that is not UTF-8")
      precondition(text.bytes.count <= PayloadReader.maximumValueBytes, "too long")
    case nil, .null, .bool, .int: break
    }
  } catch {
    precondition(!error.description.isEmpty && error.description.utf8.count < 2_048, "no words")
  }
}
