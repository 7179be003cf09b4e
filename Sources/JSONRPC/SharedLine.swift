/// An encoded line with its newline, which many subscribers are sent without copying it.
///
/// Immutable once it is created.
package final class SharedLine {
  /// The bytes with the newline.
  package let bytes: UnsafeRawBufferPointer

  /// Copies the bytes and appends the newline.
  package init(copying source: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count + 1, alignment: 1)
    memory.copyMemory(from: source)
    memory[source.count] = UInt8(ascii: "\n")
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { bytes.deallocate() }
}
