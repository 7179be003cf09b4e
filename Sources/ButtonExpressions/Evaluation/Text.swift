internal import ButtonModel

/// Part of a text's bytes, without a copy.
struct Text {
  /// The whole text.
  let storage: [UInt8]
  private let start: UInt32
  private let end: UInt32

  /// Below 4 GiB.
  init(_ text: UTF8String) { self.init(text.bytes, 0..<text.bytes.count) }

  init(_ storage: [UInt8], _ range: Range<Int>) {
    self.storage = storage
    start = UInt32(range.lowerBound)
    end = UInt32(range.upperBound)
  }

  /// Must be valid UTF-8.
  init(_ bytes: [UInt8]) { self.init(bytes, 0..<bytes.count) }

  init(copying bytes: UnsafeRawBufferPointer) {
    self.init([UInt8](bytes), 0..<bytes.count)
  }

  /// The text's bytes in `storage`.
  var range: Range<Int> { Int(start)..<Int(end) }

  /// In bytes.
  var count: Int { Int(end &- start) }

  /// The bytes are valid during the call.
  @inline(__always)
  func withBytes<Result>(_ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result {
    try storage.withUnsafeBytes { try body(UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// `range` is in bytes, relative to this part.
  func part(_ range: Range<Int>) -> Text {
    Text(storage, range.lowerBound + Int(start)..<range.upperBound + Int(start))
  }

  /// Copied unless it is all of its storage.
  var text: UTF8String {
    count == storage.count ? UTF8String(bytes: storage) : UTF8String(bytes: Array(storage[range]))
  }
}
