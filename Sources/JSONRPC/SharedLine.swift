/// One encoded line, ended by a newline, that many subscribers are sent without a copy.
///
/// Written once before it is shared; immutable afterwards.
package final class SharedLine {
  /// The bytes with the newline.
  package let bytes: UnsafeRawBufferPointer

  /// A line that holds a copy of the bytes and the newline.
  package init(copying source: UnsafeRawBufferPointer) {
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: source.count + 1, alignment: 1)
    memory.copyMemory(from: source)
    memory[source.count] = UInt8(ascii: "\n")
    bytes = UnsafeRawBufferPointer(memory)
  }

  deinit { bytes.deallocate() }
}
