import CLibuv

/// A libuv request under way (a write, a shutdown, a connect, offloaded work): its struct, what it
/// keeps alive, and what happens at its end. It lives from `begin` until libuv calls back.
final class PendingRequest {
  private let loop: Loop
  private let raw: UnsafeMutableRawPointer
  private let finish: (CInt) -> Void
  private let owner: AnyObject?
  private let work: (() -> Void)?

  private init(
    loop: Loop, raw: UnsafeMutableRawPointer, owner: AnyObject?, work: (() -> Void)?,
    finish: @escaping (CInt) -> Void
  ) {
    self.loop = loop
    self.raw = raw
    self.owner = owner
    self.work = work
    self.finish = finish
  }

  deinit {
    raw.deallocate()
  }

  /// Allocates a `Raw` that `start` passes to libuv. A negative result frees everything without
  /// calling `finish`; otherwise libuv's callback must call `end`.
  static func begin<Raw>(
    _ type: Raw.Type, on loop: Loop, keeping owner: AnyObject? = nil,
    work: (() -> Void)? = nil, finish: @escaping (CInt) -> Void,
    start: (UnsafeMutablePointer<Raw>) -> CInt
  ) -> CInt {
    let memory = UnsafeMutablePointer<Raw>.allocate(capacity: 1)
    let request = PendingRequest(
      loop: loop, raw: UnsafeMutableRawPointer(memory), owner: owner, work: work,
      finish: finish)
    let retained = Unmanaged.passRetained(request)
    request.anyRaw.pointee.data = retained.toOpaque()
    let code = start(memory)
    if code < 0 {
      retained.release()
    } else {
      loop.pendingRequests += 1
    }
    return code
  }

  /// Runs `work`, on another thread.
  static func perform<Raw>(_ pointer: UnsafeMutablePointer<Raw>?) {
    let any = UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: uv_req_t.self)
    guard let data = any?.pointee.data else {
      preconditionFailure("libuv started a request without an object")
    }
    Unmanaged<PendingRequest>.fromOpaque(data).takeUnretainedValue().work?()
  }

  /// Finishes the request and frees it.
  static func end<Raw>(_ pointer: UnsafeMutablePointer<Raw>?, _ status: CInt) {
    let any = UnsafeMutableRawPointer(pointer)?.assumingMemoryBound(to: uv_req_t.self)
    guard let data = any?.pointee.data else {
      preconditionFailure("libuv ended a request without an object")
    }
    let request = Unmanaged<PendingRequest>.fromOpaque(data).takeRetainedValue()
    request.loop.pendingRequests -= 1
    request.finish(status)
  }

  private var anyRaw: UnsafeMutablePointer<uv_req_t> {
    raw.assumingMemoryBound(to: uv_req_t.self)
  }
}
