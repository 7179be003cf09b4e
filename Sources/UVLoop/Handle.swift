import CLibuv
import Glibc

/// What all handles share: one allocation with libuv's struct, and an orderly end.
///
/// While a handle is open, libuv's struct retains its object, so a handle lives until `close()`
/// even without other references; the close callback releases it. The struct is freed with the
/// object: calls on a closed handle fail, but never touch freed memory.
package class Handle {
  /// Its thread owns this handle.
  package let loop: Loop

  let raw: UnsafeMutableRawPointer
  private var closing = Closing.open
  private var closeHandler: (() -> Void)?

  private enum Closing {
    case open, closing, closed
  }

  /// Allocates a `Raw` that `open` initialises; frees it if that fails.
  init<Raw>(
    _ type: Raw.Type, on loop: Loop, _ operation: StaticString,
    subject: @autoclosure () -> String,
    open: (UnsafeMutablePointer<uv_loop_t>, UnsafeMutablePointer<Raw>) -> CInt
  ) throws(UVError) {
    precondition(!loop.isClosed, "a handle was opened on a closed loop")
    let memory = UnsafeMutablePointer<Raw>.allocate(capacity: 1)
    UnsafeMutableRawPointer(memory).initializeMemory(
      as: UInt8.self, repeating: 0, count: MemoryLayout<Raw>.size)
    let code = open(loop.raw, memory)
    if code != 0 { Handle.discard(UnsafeMutableRawPointer(memory)) }
    try checked(code, operation, subject())
    raw = UnsafeMutableRawPointer(memory)
    self.loop = loop
    anyRaw.pointee.data = Unmanaged.passRetained(self).toOpaque()
    loop.liveHandles += 1
  }

  deinit {
    // An open handle retains itself, so only a closed one gets here.
    raw.deallocate()
  }

  package final var isClosing: Bool { closing != .open }

  /// libuv has released the handle.
  package final var isClosed: Bool { closing == .closed }

  package final var isActive: Bool { uv_is_active(anyRaw) != 0 }

  /// An active, referenced handle keeps `Loop.run` from returning. The default is true.
  package final var isReferenced: Bool {
    get { uv_has_ref(anyRaw) != 0 }
    set { newValue ? uv_ref(anyRaw) : uv_unref(anyRaw) }
  }

  /// Ends the handle; the loop calls `then` once it is gone. Closing again only adds its `then`. No
  /// callback of the handle follows this call, except that pending requests end with `canceled`.
  package func close(_ then: (() -> Void)? = nil) {
    switch closing {
    case .closed:
      then?()
    case .closing:
      whenClosed(then)
    case .open:
      closing = .closing
      whenClosed(then)
      willClose()
      uv_close(anyRaw) { Handle.recover($0, as: Handle.self).didClose() }
    }
  }

  /// Release handlers here, which usually refer back to the handle's owner.
  func willClose() {}

  /// Runs after earlier ones.
  final func whenClosed(_ then: (() -> Void)?) {
    guard let then else { return }
    guard let earlier = closeHandler else {
      closeHandler = then
      return
    }
    closeHandler = {
      earlier()
      then()
    }
  }

  final var anyRaw: UnsafeMutablePointer<uv_handle_t> {
    raw.assumingMemoryBound(to: uv_handle_t.self)
  }

  /// `Raw` must be the struct of a handle that is not closed.
  @inline(__always)
  static func recover<Raw, Object: Handle>(
    _ pointer: UnsafeMutablePointer<Raw>?, as type: Object.Type
  ) -> Object {
    let handle = UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: uv_handle_t.self)
    guard let data = handle?.pointee.data else {
      preconditionFailure("libuv called back for a handle without an object")
    }
    return Unmanaged<Object>.fromOpaque(data).takeUnretainedValue()
  }

  static func closeLeftOver(_ pointer: UnsafeMutablePointer<uv_handle_t>?) {
    guard let pointer, pointer.pointee.data != nil else { return }
    recover(pointer, as: Handle.self).close()
  }

  private func didClose() {
    closing = .closed
    loop.liveHandles -= 1
    let handler = closeHandler
    closeHandler = nil
    anyRaw.pointee.data = nil
    // The caller of this method holds the object, so giving up the retain first is safe.
    Unmanaged.passUnretained(self).release()
    handler?()
  }

  /// Frees a struct whose opening failed; by libuv if it is on the loop's list (a failed
  /// `uv_spawn`).
  private static func discard(_ raw: UnsafeMutableRawPointer) {
    let handle = raw.assumingMemoryBound(to: uv_handle_t.self)
    guard handle.pointee.loop != nil else {
      raw.deallocate()
      return
    }
    handle.pointee.data = nil
    uv_close(handle) { UnsafeMutableRawPointer($0)?.deallocate() }
  }
}

extension Handle {
  /// Sets close-on-exec, so that no child process inherits the descriptor by accident.
  func adopt(_ descriptor: Int32) -> CInt {
    let code = uv_pipe_open(raw.assumingMemoryBound(to: uv_pipe_t.self), descriptor)
    if code == 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return code
  }

  /// Nil unless it is open.
  func descriptor() -> Int32? {
    var descriptor: uv_os_fd_t = -1
    return uv_fileno(anyRaw, &descriptor) == 0 ? descriptor : nil
  }
}

@available(*, unavailable)
extension Handle: Sendable {}
