internal import JSONRPC

extension ExpressionEvaluator {
  /// A macro's state between elements; one macro runs at a time.
  struct Loop {
    static let idle = Loop(Text(Array("[]".utf8)))

    private let range: Text
    private var cursor: JSONCursor
    /// The macro's variable: an element, or a name of a map.
    private(set) var element = Value.null
    /// Its JSON in the range's storage.
    private var place = 0..<0
    /// What `exists_one` has found.
    var count = 0
    /// The first failure that `all` or `exists` may yet absorb.
    var failure: ExpressionFailure?

    init(_ range: Text) {
      self.range = range
      cursor = JSONCursor(range)
    }

    /// False after the last element. Adds the cost to `work`.
    mutating func advance(_ work: inout Int) -> Bool {
      guard let (name, value) = cursor.next(&work) else { return false }
      place = name.isEmpty ? value : name
      element = JSONText.value(place, in: range.storage, &work)
      return true
    }

    var json: Text { Text(range.storage, place) }
  }

  /// Pops a macro's range. False if it cannot be iterated; the macro's value is then a failure.
  mutating func begin(_ kind: MacroKind) -> Bool {
    let range = stack.pop()
    switch range {
    case .list(let text), .map(let text):
      loop = Loop(text)
    case .null, .bool, .int, .double, .string, .failure:
      stack.push(refuse(range))
      return false
    }
    collected.removeAll(keepingCapacity: true)
    collected.beginArray()
    return true
  }

  /// False after the last element; the macro then has its value.
  mutating func goOn(_ kind: MacroKind) -> Bool {
    if loop.advance(&work) { return true }
    switch kind {
    case .all, .exists:
      stack.push(loop.failure.map { .failure($0) } ?? .bool(kind == .all))
    case .existsOne: stack.push(.bool(loop.count == 1))
    case .filter, .map:
      collected.endArray()
      stack.push(.list(Text(copying: collected.bytes)))
    }
    loop = .idle
    return false
  }

  /// Pops the value of the macro's body. False if it decides; the macro then has its value.
  mutating func step(_ kind: MacroKind) -> Bool {
    let value = stack.pop()
    switch kind {
    case .all, .exists:
      guard case .bool(let isTrue) = value else {
        let failure = loop.failure ?? refuse(value).failure
        loop.failure = failure
        return true
      }
      return isTrue == (kind == .all) || end(with: value)
    case .existsOne:
      guard case .bool(let isTrue) = value else { return end(with: refuse(value)) }
      if isTrue { loop.count += 1 }
    case .filter:
      guard case .bool(let isTrue) = value else { return end(with: refuse(value)) }
      if isTrue {
        loop.json.withBytes { collected.value(raw: $0) }
        charge(loop.json.count)
      }
    case .map:
      if case .failure = value { return end(with: value) }
      if let reason = collected.append(value, &work) { return end(with: fail(reason)) }
    }
    return true
  }

  /// Where a `map` with a predicate continues.
  mutating func select(_ next: Int, _ back: UInt16, _ end: UInt16) -> Int {
    let value = stack.pop()
    if case .bool(let isTrue) = value { return isTrue ? next : Int(back) }
    _ = self.end(with: refuse(value))
    return Int(end)
  }

  private mutating func end(with value: Value) -> Bool {
    loop = .idle
    stack.push(value)
    return false
  }
}
