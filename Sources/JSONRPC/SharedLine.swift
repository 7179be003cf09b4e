/// An encoded line with its newline, sent to many subscribers without a copy. Immutable.
package final class SharedLine {
  package let bytes: UnsafeRawBufferPointer

  /// Appends the newline.
  package init(copying source: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count + 1, alignment: 1)
    memory.copyMemory(from: source)
    memory[source.count] = UInt8(ascii: "\n")
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { bytes.deallocate() }
}
