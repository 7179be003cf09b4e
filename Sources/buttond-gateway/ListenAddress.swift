import Glibc

/// A numeric address of this machine.
struct ListenAddress: Hashable, Sendable {
  /// The address as it was given, without brackets.
  let text: String
  /// Whether it is one of IPv6.
  let isSix: Bool

  /// An address in numbers, one of IPv6 with or without brackets; nil for all else.
  init?(_ text: String) {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
    let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET6, bare, &six) == 1 {
      isSix = true
    } else if !isBracketed, inet_pton(AF_INET, bare, &four) == 1 {
      isSix = false
    } else {
      return nil
    }
    self.text = bare
  }

  /// The address as it stands in a URL.
  var inURL: String { isSix ? "[\(text)]" : text }

  /// Whether it is every address of the machine.
  var isAny: Bool { text == "0.0.0.0" || text == "::" }

  /// Opens a listening socket, non-blocking and close-on-exec: its descriptor, which the caller
  /// closes, and its port. On failure the errno.
  func open(port: UInt16) -> Result<(descriptor: Int32, port: UInt16), Errno> {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(isSix ? AF_INET6 : AF_INET, kind, 0)
    guard descriptor >= 0 else { return .failure(Errno(errno)) }
    for (level, option) in [
      (SOL_SOCKET, SO_REUSEADDR), (Int32(IPPROTO_TCP), TCP_NODELAY), (SOL_SOCKET, SO_KEEPALIVE),
    ] {
      set(descriptor, level, option)
    }
    if isSix { set(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY) }
    guard bind(descriptor, port) == 0, let port = boundPort(descriptor) else {
      let reason = Errno(errno)
      close(descriptor)
      return .failure(reason)
    }
    return .success((descriptor, port))
  }

  private func set(_ descriptor: Int32, _ level: Int32, _ option: Int32) {
    var isOn: Int32 = 1
    setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
  }

  private func bind(_ descriptor: Int32, _ port: UInt16) -> Int32 {
    if isSix {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, text, &address.sin6_addr)
      return withGeneric(&address) { Glibc.bind(descriptor, $0, $1) }
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, text, &address.sin_addr)
    return withGeneric(&address) { Glibc.bind(descriptor, $0, $1) }
  }

  private func boundPort(_ descriptor: Int32) -> UInt16? {
    // The port stands at the same place in addresses of both families.
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let code = withGeneric(&address) { pointer, _ in getsockname(descriptor, pointer, &length) }
    return code == 0 ? UInt16(bigEndian: address.sin6_port) : nil
  }

  private func withGeneric<Address, Value>(
    _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Value
  ) -> Value {
    withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}

/// A reason as the system counts them.
struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  let code: Int32

  init(_ code: Int32) { self.code = code }

  /// Whether this machine does not have the address, or not its family.
  var isAbsence: Bool { code == EADDRNOTAVAIL || code == EAFNOSUPPORT }

  var description: String { String(cString: strerror(code)) }
}
