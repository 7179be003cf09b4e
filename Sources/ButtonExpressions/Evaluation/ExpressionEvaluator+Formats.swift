internal import JSONRPC

extension ExpressionEvaluator {
  enum FormatValues {
    /// The topmost operands, some already taken.
    case operands(Int, taken: Int = 0)
    case list(JSONCursor)
  }

  /// `format("%d of %d", [x, y])` with the topmost operands as values and the format below them.
  mutating func formatted(_ count: Int) -> Value {
    let format = stack[below: count]
    guard case .string(let text) = format else { return refuse(format) }
    for value in 0..<count {
      if case .failure = stack[below: value] { return stack[below: value] }
    }
    return formatted(text, .operands(count))
  }

  mutating func formatted(_ format: Text, _ values: FormatValues) -> Value {
    var values = values
    charge(format.count)
    scratch.removeAll(keepingCapacity: true)
    var offset = 0
    while let piece = format.withBytes({ FormatScanner.piece(of: $0, at: &offset) }) {
      let before = scratch.count
      work &+= Work.element
      switch piece {
      case .text(let range): format.part(range).withBytes { scratch.raw($0) }
      case .verb(let verb):
        guard let value = next(of: &values) else { return fail(.badFormat) }
        if let failure = write(value, verb) { return .failure(failure) }
      case .malformed: return fail(.badFormat)
      }
      charge(scratch.count - before)
      if isOverBudget { return .null }
    }
    if next(of: &values) != nil { return fail(.badFormat) }
    return .string(Text(copying: scratch.bytes))
  }

  private mutating func next(of values: inout FormatValues) -> Value? {
    switch values {
    case .operands(let count, let taken):
      guard taken < count else { return nil }
      values = .operands(count, taken: taken + 1)
      return stack[below: count - 1 - taken]
    case .list(var cursor):
      defer { values = .list(cursor) }
      return cursor.nextValue(&work)
    }
  }

  /// A template's hole as a text: empty if the value is absent or null.
  mutating func hole(_ value: Value) -> Value {
    switch value {
    case .null: .string(Text([]))
    case .failure(let failure):
      failure.reason.isAbsence && !failure.isTerm ? .string(Text([])) : value
    case .bool, .int, .double, .string, .list, .map: .string(text(of: value))
    }
  }

  mutating func hole(_ value: Value, _ verb: FormatVerb) -> Value {
    switch value {
    case .null, .failure: return hole(value)
    case .bool, .int, .double, .string, .list, .map:
      scratch.removeAll(keepingCapacity: true)
      if let failure = write(value, verb) { return .failure(failure) }
      charge(scratch.count)
      return .string(Text(copying: scratch.bytes))
    }
  }

  /// Joins a template's texts, the topmost operands.
  mutating func joined(_ count: Int) -> Value {
    var bytes: [UInt8] = []
    var length = 0
    for index in 0..<count {
      let value = stack[below: count - 1 - index]
      guard case .string(let text) = value else { return refuse(value) }
      length += text.count
    }
    charge(length)
    bytes.reserveCapacity(length)
    for index in 0..<count {
      guard case .string(let text) = stack[below: count - 1 - index] else { continue }
      bytes += text.storage[text.range]
    }
    return .string(Text(bytes))
  }

  /// Returns a failure if the verb does not take the value.
  private mutating func write(_ value: Value, _ verb: FormatVerb) -> ExpressionFailure? {
    let start = scratch.count
    defer {
      if verb.isLocalized { localize(from: start) }
      if verb.width > 0 || verb.hasPlus { fill(from: start, verb) }
    }
    switch (verb.letter, value) {
    case (.text, _), (.decimal, .int), (.decimal, .double): write(value)
    case (.fixed, .int(let number)): write(Double(number), verb)
    case (.fixed, .double(let number)): write(number, verb)
    case (.scientific, .int(let number)): write(Double(number), verb)
    case (.scientific, .double(let number)): write(number, verb)
    case (.hexadecimal, .int(let number)): scratch.raw(String(number, radix: 16))
    case (.upperHexadecimal, .int(let number)):
      scratch.raw(String(number, radix: 16, uppercase: true))
    case (.octal, .int(let number)): scratch.raw(String(number, radix: 8))
    case (.binary, .int(let number)): scratch.raw(String(number, radix: 2))
    case (.binary, .bool(let bool)): scratch.raw(bool ? "1" : "0")
    case (.hexadecimal, .string(let text)): write(text, digits: "0123456789abcdef")
    case (.upperHexadecimal, .string(let text)): write(text, digits: "0123456789ABCDEF")
    default: return failure(.wrongType, value, argument: ExpressionFailure.element)
    }
    return nil
  }

  /// Localizes the last number in `scratch`. Infinity stays as it is.
  private mutating func localize(from start: Int) {
    let written = Array(scratch.bytes[start...])
    let sign = written.first == UInt8(ascii: "-") ? 1 : 0
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let whole = written[sign...].prefix { digits.contains($0) }
    scratch.truncate(to: start + sign)
    for (index, digit) in whole.enumerated() {
      let left = whole.count - index
      if index > 0, left == 3 || left > 3 && (left - 3) % symbols.groupSize == 0 {
        scratch.raw(symbols.group)
      }
      scratch.raw(byte: digit)
    }
    var rest = written[whole.endIndex...]
    if rest.first == UInt8(ascii: ".") {
      scratch.raw(symbols.decimal)
      rest = rest.dropFirst()
    }
    rest.withUnsafeBytes { scratch.raw($0) }
  }

  /// Adds plus and padding to what was written last. The width counts code points.
  private mutating func fill(from start: Int, _ verb: FormatVerb) {
    let written = UnsafeRawBufferPointer(rebasing: scratch.bytes[start...])
    let sign = written.first == UInt8(ascii: "-") ? 1 : 0
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let isNumber = written.count > sign && digits.contains(written[sign])
    let plus = verb.hasPlus && isNumber && sign == 0 ? 1 : 0
    var count = plus
    for byte in written where byte & 0xC0 != 0x80 {
      count += 1
      if count > verb.width { break }
    }
    let missing = max(0, verb.width - count)
    if missing + plus == 0 { return }
    let text = Array(written)
    scratch.truncate(to: start)
    var filling = verb.filling
    // Infinity has no digits.
    if filling == .zeros, !isNumber, verb.letter.canHavePlus { filling = .spacesBefore }
    if filling == .spacesBefore { write(UInt8(ascii: " "), missing) }
    if plus > 0 { scratch.raw("+") }
    text[..<sign].withUnsafeBytes { scratch.raw($0) }
    if filling == .zeros { write(UInt8(ascii: "0"), missing) }
    text[sign...].withUnsafeBytes { scratch.raw($0) }
    if filling == .spacesBehind { write(UInt8(ascii: " "), missing) }
  }

  private mutating func write(_ byte: UInt8, _ count: Int) {
    for _ in 0..<count { scratch.raw(byte: byte) }
  }

  private mutating func write(_ number: Double, _ verb: FormatVerb) {
    guard number.isFinite else { return write(.double(number)) }
    scratch.double(number, as: verb, &work)
  }

  private mutating func write(_ text: Text, digits: StaticString) {
    for byte in text.storage[text.range] {
      scratch.raw(byte: digits.utf8Start[Int(byte >> 4)])
      scratch.raw(byte: digits.utf8Start[Int(byte & 0x0F)])
    }
  }
}
