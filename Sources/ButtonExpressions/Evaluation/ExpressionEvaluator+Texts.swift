internal import JSONRPC

extension ExpressionEvaluator {
  /// `text.split(separator, limit)`: at most `limit` parts, unless it is negative.
  mutating func split(_ text: Text, by separator: Text, atMost limit: Int?) -> Value {
    var remaining = max(limit ?? -1, -1)
    var start = 0
    work &+= Work.searchedByte &* text.count
    scratch.removeAll(keepingCapacity: true)
    scratch.beginArray()
    while remaining != 0, !isOverBudget {
      let place = separatorRange(separator, in: text, from: start)
      work &+= Work.search
      guard remaining != 1, let place else {
        if separator.count > 0 || start < text.count { append(text.part(start..<text.count)) }
        break
      }
      append(text.part(start..<place.lowerBound))
      start = place.upperBound
      remaining -= 1
    }
    scratch.endArray()
    charge(2 * scratch.count)
    return .list(Text(copying: scratch.bytes))
  }

  /// The next separator; an empty one is after every character but the last.
  private func separatorRange(_ separator: Text, in text: Text, from start: Int) -> Range<Int>? {
    if separator.count > 0 { return text.firstRange(of: separator, from: start) }
    let rest = text.part(start..<text.count)
    guard let next = rest.offset(ofCharacter: 1), next < rest.count else { return nil }
    return start + next..<start + next
  }

  private mutating func append(_ part: Text) { part.withBytes { scratch.string($0) } }

  mutating func joined(_ list: Text, _ separator: Text) -> Value {
    var cursor = JSONCursor(list)
    var bytes: [UInt8] = []
    var isFirst = true
    while !isOverBudget, let value = cursor.nextValue(&work) {
      guard case .string(let text) = value else {
        return fail(.wrongType, value, argument: ExpressionFailure.element)
      }
      if !isFirst { bytes += separator.storage[separator.range] }
      bytes += text.storage[text.range]
      work &+= Work.text &+ separator.count &+ text.count
      isFirst = false
    }
    return .string(Text(bytes))
  }

  /// `text.replace(old, new, limit)`: an empty `old` is before every character and at the end.
  mutating func replaced(
    _ text: Text, _ old: Text, by new: Text, atMost limit: Int?
  ) -> Value {
    var remaining = max(limit ?? -1, -1)
    var bytes: [UInt8] = []
    var copied = 0
    var searched = 0
    work &+= Work.searchedByte &* text.count
    while remaining != 0, searched <= text.count, !isOverBudget,
      let place = text.firstRange(of: old, from: searched)
    {
      bytes += text.storage[text.part(copied..<place.lowerBound).range]
      bytes += new.storage[new.range]
      charge(place.lowerBound - copied + new.count)
      work &+= Work.step
      copied = place.upperBound
      searched = copied
      if old.count == 0 {
        let rest = text.part(copied..<text.count)
        searched = rest.count == 0 ? text.count + 1 : copied + (rest.offset(ofCharacter: 1) ?? 1)
      }
      remaining -= 1
    }
    bytes += text.storage[text.part(copied..<text.count).range]
    return .string(Text(bytes))
  }

  /// `text.substring(start, end)`, in characters.
  mutating func part(of text: Text, from start: Int, to end: Int?) -> Value {
    guard start >= 0, end ?? start >= start,
      let lower = text.offset(ofCharacter: start),
      let upper = end.map({ text.offset(ofCharacter: $0) }) ?? text.count
    else { return fail(.badRange) }
    return .string(text.part(lower..<upper))
  }
}
