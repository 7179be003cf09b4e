import Glibc

/// Tries whether anything accepts connections where a broker should be.
enum BrokerProbe {
  /// How long it may take to accept, in milliseconds.
  private static let patience: Int32 = 3_000

  /// Why a port of a machine cannot be connected to; nil if it can.
  static func reason(_ host: String, _ port: UInt16) -> String? {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, "\(port)", &hints, &found)
    guard code == 0 else { return String(cString: gai_strerror(code)) }
    defer { freeaddrinfo(found) }
    var reason = "it has no address"
    var next = found
    while let address = next?.pointee {
      guard let failure = connectFailure(address) else { return nil }
      reason = failure
      next = address.ai_next
    }
    return reason
  }

  private static func connectFailure(_ address: addrinfo) -> String? {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.ai_family, kind, 0)
    guard descriptor >= 0 else { return String(cString: strerror(errno)) }
    defer { close(descriptor) }
    if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return nil }
    guard errno == EINPROGRESS else { return String(cString: strerror(errno)) }
    var polled = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
    guard poll(&polled, 1, patience) > 0 else { return "no answer within \(patience / 1_000) s" }
    var code: Int32 = 0
    var length = socklen_t(MemoryLayout<Int32>.size)
    getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length)
    return code == 0 ? nil : String(cString: strerror(code))
  }
}
