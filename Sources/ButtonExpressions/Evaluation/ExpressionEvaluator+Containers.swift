internal import JSONRPC

extension ExpressionEvaluator {
  /// `x in y`: whether a list has the element, or a map the name.
  mutating func contained(_ element: Value, in range: Value) -> Value {
    if case .failure = element { return element }
    switch range {
    case .list(let list):
      var cursor = JSONCursor(list)
      while !isOverBudget, let value = cursor.nextValue(&work) {
        work &+= Work.step
        if isEqual(value, element) { return .bool(true) }
      }
      return .bool(false)
    case .map(let map):
      switch element {
      case .string(let name): return .bool(member(name, of: map) != nil)
      case .bool, .int, .double: return .bool(false)
      case .null, .list, .map, .failure: return refuse(element, range)
      }
    case .null, .bool, .int, .double, .string, .failure: return refuse(range)
    }
  }

  /// `x[y]`, `x[?y]` and `x.?y`.
  mutating func element(of base: Value, at index: Value, isOptional: Bool) -> Value {
    switch (base, index) {
    case (.list(let list), .int(let index)):
      return element(Int(index), of: list, isOptional: isOptional)
    case (.list(let list), .double(let number)):
      guard let index = Int(exactly: number) else { return refuse(base, index) }
      return element(index, of: list, isOptional: isOptional)
    case (.map(let map), .string(let name)):
      guard let place = member(name, of: map) else { return absent(base, isOptional) }
      return JSONText.value(place, in: map.storage, &work)
    default: return refuse(base, index)
    }
  }

  private mutating func element(_ index: Int, of list: Text, isOptional: Bool) -> Value {
    var cursor = JSONCursor(list)
    var remaining = index
    // An element takes at least two bytes.
    guard index >= 0, index < list.count else { return absent(.list(list), isOptional) }
    while let (_, place) = cursor.next(&work) {
      if remaining == 0 { return JSONText.value(place, in: list.storage, &work) }
      remaining -= 1
    }
    return absent(.list(list), isOptional)
  }

  private func absent(_ base: Value, _ isOptional: Bool) -> Value {
    fail(isOptional ? .absentOptional : .absentMember, base)
  }

  /// The range of the member's value.
  private mutating func member(_ name: Text, of map: Text) -> Range<Int>? {
    var cursor = JSONCursor(map)
    while let (found, place) = cursor.next(&work) {
      let inner = found.lowerBound + 1..<found.upperBound - 1
      // A name with escapes is longer than its text.
      guard inner.count >= name.count else { continue }
      if Self.order(JSONText.string(inner, in: map.storage, &work), name) == 0 { return place }
    }
    return nil
  }

  /// `[x, y]` from the topmost operands.
  mutating func list(of count: Int) -> Value {
    scratch.removeAll(keepingCapacity: true)
    scratch.beginArray()
    for index in 0..<count {
      let value = stack[below: count - 1 - index]
      if case .failure = value { return value }
      if let reason = scratch.append(value, &work) { return fail(reason) }
    }
    scratch.endArray()
    return .list(Text(copying: scratch.bytes))
  }

  /// `{x: y}` from the topmost pairs of operands.
  mutating func map(of count: Int) -> Value {
    var members: [MapMember] = []
    for index in 0..<count {
      let name = stack[below: 2 * (count - index) - 1]
      let value = stack[below: 2 * (count - index) - 2]
      guard case .string(let text) = name else { return refuse(name) }
      if case .failure = value { return value }
      members.append(MapMember(name: text.text, value: value))
    }
    scratch.removeAll(keepingCapacity: true)
    if let reason = scratch.map(of: members, &work) { return fail(reason) }
    return .map(Text(copying: scratch.bytes))
  }
}
