internal import ButtonModel

/// Some of the bytes of a text, without a copy of them.
struct Text {
  /// The whole text, of which this is a part.
  let storage: [UInt8]
  private let start: UInt32
  private let end: UInt32

  /// All of a text; it has less than 4 GiB.
  init(_ text: UTF8String) { self.init(text.bytes, 0..<text.bytes.count) }

  /// A part of a text.
  init(_ storage: [UInt8], _ range: Range<Int>) {
    self.storage = storage
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// All of a text; it is valid UTF-8.
  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  /// A copy of bytes.
  init(copying bytes: UnsafeRawBufferPointer) {
    self.init([UInt8](bytes), 0..<bytes.count)
  }

  /// Where it stands in its storage.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// How many bytes it has.
  var count: Int { Int(end &- start) }

  /// Calls `body` with the bytes, valid during the call.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// A part of it, by bytes from its own beginning.
  func part(_ range: Range<Int>) -> Text {
    Text(storage, range.lowerBound + Int(start)..<range.upperBound + Int(start))
  }

  /// It as a separate text; copied unless it is all of its storage.
  var text: UTF8String {
    count == storage.count ? UTF8String(bytes: storage) : UTF8String(bytes: Array(storage[range]))
  }
}
