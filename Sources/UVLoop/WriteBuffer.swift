/// A piece of a write; the caller owns the bytes. Has the layout of libuv's `uv_buf_t` and the
/// system's `iovec`, so the kernel takes an array of them as it is.
@usableFromInline
package struct WriteBuffer {
  @usableFromInline package var base: UnsafeRawPointer?
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
