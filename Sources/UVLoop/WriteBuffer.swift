/// One piece of a write: bytes that the caller owns. Its layout is that of libuv's `uv_buf_t` (and
/// the system's `iovec`), so an array of them goes to the kernel as it is.
@usableFromInline
package struct WriteBuffer {
  /// Where the bytes begin.
  @usableFromInline package var base: UnsafeRawPointer?
  /// How many there are.
  @usableFromInline package var count: Int

  @inlinable
  package init(base: UnsafeRawPointer?, count: Int) {
    self.base = base
    self.count = count
  }

  @inlinable
  package init(_ bytes: UnsafeRawBufferPointer) {
    self.init(base: bytes.baseAddress, count: bytes.count)
  }
}
