import Glibc

/// A sorted list of distinct strings, stored end to end to take little more memory than their
/// bytes.
public struct NameList: Hashable, Sendable {
  private let text: [UInt8]
  /// The end offset of each string.
  private let ends: [UInt32]

  /// Creates a list from names in any order, with less than 4 GiB in total.
  public init(_ names: some Sequence<UTF8String>) {
    let sorted = names.sorted()
    var text: [UInt8] = []
    var ends: [UInt32] = []
    var last: UTF8String?
    text.reserveCapacity(sorted.reduce(0) { $0 + $1.bytes.count })
    ends.reserveCapacity(sorted.count)
    for name in sorted where name != last {
      text.append(contentsOf: name.bytes)
      ends.append(UInt32(text.count))
      last = name
    }
    self.text = text
    self.ends = ends
  }

  /// The memory that the list takes, overhead included.
  public var keptBytes: Int { isEmpty ? 0 : text.count + ends.count * 4 + NameList.headBytes }

  /// The overhead of the two arrays.
  private static let headBytes = 96

  /// The bytes are valid during the call.
  @inlinable
  public func withBytes<Result>(
    at index: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    withAllBytes { body(UnsafeRawBufferPointer(rebasing: $0[range(at: index)])) }
  }

  public func contains(_ name: UnsafeRawBufferPointer) -> Bool {
    withAllBytes { all in
      var low = 0
      var high = ends.count
      while low < high {
        let middle = (low + high) / 2
        let found = UnsafeRawBufferPointer(rebasing: all[range(at: middle)])
        let order = NameList.compare(found, name)
        if order == 0 { return true }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return false
    }
  }

  @usableFromInline
  func withAllBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
    text.withUnsafeBytes(body)
  }

  @usableFromInline
  func range(at index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  private static func compare(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Int {
    let common = Swift.min(a.count, b.count)
    if common > 0, let a = a.baseAddress, let b = b.baseAddress {
      let order = Int(memcmp(a, b, common))
      if order != 0 { return order }
    }
    return a.count - b.count
  }
}

extension NameList: RandomAccessCollection {
  public var startIndex: Int { 0 }
  public var endIndex: Int { ends.count }

  public subscript(index: Int) -> UTF8String { withBytes(at: index) { UTF8String(copying: $0) } }
}

extension NameList: ExpressibleByArrayLiteral {
  public init(arrayLiteral names: UTF8String...) { self.init(names) }
}
