/// Reads replies out of bytes that arrive in any pieces.
///
/// It looks at each byte once, however small the pieces, and after an error only at no more of them.
package struct RESPDecoder {
  /// An array whose last elements have not arrived yet.
  private struct Open {
    var missing: Int
    var elements: [RESPValue] = []
  }

  private let limits: RESPLimits
  private var buffer: [UInt8] = []
  /// Where the next value begins.
  private var start = 0
  /// Up to here no LF has been found for the line at `start`.
  private var searched = 0
  private var open: [Open] = []
  /// The bulk whose length has been read.
  private var bulkLength: Int?
  /// What the unfinished reply has taken of `replyBytes`.
  private var taken = 0
  private var failure: RESPError?

  package init(limits: RESPLimits = RESPLimits()) { self.limits = limits }

  /// Adds bytes that arrived.
  package mutating func append(_ bytes: some Collection<UInt8>) {
    guard failure == nil else { return }
    if start > 0, start == buffer.count || start > 65_536 {
      buffer.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    buffer.append(contentsOf: bytes)
  }

  /// The next whole reply; nil until it has arrived. After an error there is no other reply.
  package mutating func next() throws(RESPError) -> RESPValue? {
    if let failure { throw failure }
    do throws(RESPError) {
      while let value = try nextValue() {
        guard let reply = place(value) else { continue }
        taken = 0
        return reply
      }
      return nil
    } catch {
      failure = error
      buffer = []
      open = []
      throw error
    }
  }

  /// Puts a value into the arrays that wait for it; gives the reply when that is whole.
  private mutating func place(_ value: RESPValue) -> RESPValue? {
    var value = value
    while var array = open.popLast() {
      array.elements.append(value)
      array.missing -= 1
      guard array.missing == 0 else {
        open.append(array)
        return nil
      }
      value = .array(array.elements)
    }
    return value
  }

  /// Decodes the next value other than a nonempty array; nil if more bytes are needed.
  private mutating func nextValue() throws(RESPError) -> RESPValue? {
    while true {
      if let length = bulkLength { return try bulk(length) }
      guard let line = try line() else { return nil }
      try take(32)
      guard let type = buffer[line].first else { throw .unknownType(UInt8(ascii: "\r")) }
      let rest = buffer[line].dropFirst()
      switch type {
      case UInt8(ascii: "+"):
        try take(rest.count)
        return .text(Array(rest))
      case UInt8(ascii: "-"):
        try take(rest.count)
        return .error(Array(rest))
      case UInt8(ascii: ":"): return .integer(try number(rest))
      case UInt8(ascii: "$"):
        guard let length = try length(rest) else { return .null }
        if length > limits.bulkBytes { throw .tooLarge }
        try take(length)
        bulkLength = length
      case UInt8(ascii: "*"):
        guard let length = try length(rest) else { return .null }
        if length == 0 { return .array([]) }
        if open.count == limits.depth || length > limits.replyBytes / 32 { throw .tooLarge }
        open.append(Open(missing: length))
      default: throw .unknownType(type)
      }
    }
  }

  private mutating func bulk(_ length: Int) throws(RESPError) -> RESPValue? {
    guard buffer.count - start >= length + 2 else { return nil }
    let end = start + length
    guard buffer[end] == UInt8(ascii: "\r"), buffer[end + 1] == UInt8(ascii: "\n") else {
      throw .missingLineEnd
    }
    let bytes = Array(buffer[start..<end])
    start = end + 2
    searched = start
    bulkLength = nil
    return .bulk(bytes)
  }

  /// Where the next line stands, without its end, which is passed; nil until that has arrived.
  private mutating func line() throws(RESPError) -> Range<Int>? {
    guard let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = buffer.count
      if searched - start > limits.lineBytes { throw .tooLarge }
      return nil
    }
    if end - start > limits.lineBytes { throw .tooLarge }
    guard end > start, buffer[end - 1] == UInt8(ascii: "\r") else { throw .missingLineEnd }
    defer {
      start = end + 1
      searched = start
    }
    return start..<end - 1
  }

  private mutating func take(_ bytes: Int) throws(RESPError) {
    taken += bytes
    if taken > limits.replyBytes { throw .tooLarge }
  }

  /// A length; nil for -1, which stands for no value.
  private func length(_ text: ArraySlice<UInt8>) throws(RESPError) -> Int? {
    let value = try number(text)
    if value == -1 { return nil }
    if value < 0 { throw .malformedNumber }
    return Int(value)
  }

  private func number(_ text: ArraySlice<UInt8>) throws(RESPError) -> Int64 {
    let isNegative = text.first == UInt8(ascii: "-")
    let digits = isNegative ? text.dropFirst() : text
    if digits.isEmpty { throw .malformedNumber }
    var value: Int64 = 0
    for byte in digits {
      guard case UInt8(ascii: "0")...UInt8(ascii: "9") = byte else { throw .malformedNumber }
      let (product, overflows) = value.multipliedReportingOverflow(by: 10)
      let digit = Int64(byte & 15)
      let (sum, overflowsToo) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      if overflows || overflowsToo { throw .malformedNumber }
      value = sum
    }
    return value
  }
}
