/// Reads numbers and names of an untrusted file, never beyond its end.
struct ELFReader {
  let bytes: UnsafeRawBufferPointer

  func read<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, at offset: UInt64, _ what: StaticString
  ) throws(ELFError) -> Number {
    let size = UInt64(MemoryLayout<Number>.size)
    let (end, overflow) = offset.addingReportingOverflow(size)
    guard !overflow, end <= UInt64(bytes.count) else {
      throw ELFError("its \(what) lies beyond its end")
    }
    return Number(littleEndian: bytes.loadUnaligned(fromByteOffset: Int(offset), as: type))
  }

  /// The text up to a NUL, at most 4 KiB.
  func text(at offset: UInt64, before end: UInt64, _ what: StaticString) throws(ELFError) -> String
  {
    let end = min(end, UInt64(bytes.count))
    guard offset < end else { throw ELFError("its \(what) lies beyond its end") }
    let rest = bytes[Int(offset)..<Int(end)].prefix(4_096)
    guard let zero = rest.firstIndex(of: 0) else { throw ELFError("its \(what) has no end") }
    return String(decoding: rest[..<zero], as: UTF8.self)
  }
}
