import CLibuv
import Glibc

/// A TCP socket that is bound, but not yet listening.
package struct TCPListener {
  package let address: ListenAddress
  package let descriptor: Int32
  package let port: UInt16

  /// The attempts to find one free port for all addresses when the system chooses it.
  private static let attempts = 20

  /// Binds to one port, 0 for a free one; no addresses mean the loopback addresses that exist.
  package static func bind(
    _ addresses: [ListenAddress], port: UInt16
  ) throws(ListenError) -> [TCPListener] {
    for _ in 1..<attempts where port == 0 {
      if let listeners = try? bindOnce(addresses, port) { return listeners }
    }
    return try bindOnce(addresses, port)
  }

  private static func bindOnce(
    _ addresses: [ListenAddress], _ port: UInt16
  ) throws(ListenError) -> [TCPListener] {
    var listeners: [TCPListener] = []
    for address in addresses.isEmpty ? ListenAddress.loopback : addresses {
      do throws(Errno) {
        listeners.append(try TCPListener(binding: address, port: listeners.first?.port ?? port))
      } catch {
        if addresses.isEmpty, error.isMissingAddress { continue }
        for listener in listeners { close(listener.descriptor) }
        throw ListenError(
          "cannot listen on \(address.inURL):\(port): \(error); use another port or address")
      }
    }
    guard !listeners.isEmpty else {
      throw ListenError(
        "this machine has neither 127.0.0.1 nor ::1: give another address to listen on")
    }
    return listeners
  }

  /// Non-blocking; the caller closes the descriptor.
  private init(binding address: ListenAddress, port: UInt16) throws(Errno) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
    let descriptor = socket(address.family, kind, 0)
    guard descriptor >= 0 else { throw Errno(errno) }
    var options = [
      (SOL_SOCKET, SO_REUSEADDR), (Int32(IPPROTO_TCP), TCP_NODELAY), (SOL_SOCKET, SO_KEEPALIVE),
    ]
    if address.isSix { options.append((Int32(IPPROTO_IPV6), IPV6_V6ONLY)) }
    for (level, option) in options {
      var isOn: Int32 = 1
      setsockopt(descriptor, level, option, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
    guard address.name(port, Glibc.bind, descriptor) == 0, let port = Self.boundPort(descriptor)
    else {
      let error = Errno(errno)
      close(descriptor)
      throw error
    }
    (self.address, self.descriptor, self.port) = (address, descriptor, port)
  }

  private static func boundPort(_ descriptor: Int32) -> UInt16? {
    // The port has the same offset in the addresses of both families.
    var address = sockaddr_in6()
    var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
    let status = withUnsafeMutableBytes(of: &address) { bytes in
      getsockname(descriptor, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    return status == 0 ? UInt16(bigEndian: address.sin6_port) : nil
  }
}

/// A numeric IPv4 or IPv6 address to listen on.
package struct ListenAddress: Hashable, Sendable {
  /// The address without brackets.
  package let text: String
  /// IPv6.
  package let isSix: Bool

  package static let loopback = ["127.0.0.1", "::1"].compactMap(ListenAddress.init)

  /// A numeric address, IPv6 with or without brackets; nil for anything else.
  package init?(_ text: String) {
    let isBracketed = text.hasPrefix("[") && text.hasSuffix("]") && text.count > 2
    let bare = isBracketed ? String(text.dropFirst().dropLast()) : text
    var address = in6_addr()
    if inet_pton(AF_INET6, bare, &address) == 1 {
      isSix = true
    } else if !isBracketed, inet_pton(AF_INET, bare, &address) == 1 {
      isSix = false
    } else {
      return nil
    }
    self.text = bare
  }

  /// Like `connect`, for a socket of its family. To the kernel, all zeros mean this machine.
  package func connect(_ descriptor: Int32, port: UInt16) -> Int32 {
    name(port, Glibc.connect, descriptor)
  }

  package var family: Int32 { isSix ? AF_INET6 : AF_INET }

  fileprivate func name(
    _ port: UInt16, _ call: (Int32, UnsafePointer<sockaddr>?, socklen_t) -> Int32,
    _ descriptor: Int32
  ) -> Int32 {
    var hints = addrinfo()
    hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV | AI_PASSIVE
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(text, "\(port)", &hints, &found) == 0, let found else {
      errno = EADDRNOTAVAIL
      return -1
    }
    defer { freeaddrinfo(found) }
    return call(descriptor, found.pointee.ai_addr, found.pointee.ai_addrlen)
  }

  /// IPv6 in brackets.
  package var inURL: String { isSix ? "[\(text)]" : text }

  /// Every address of the machine.
  package var isAny: Bool { text == "0.0.0.0" || text == "::" }
}

/// Why a port cannot be listened on, with advice.
package struct ListenError: Error, CustomStringConvertible {
  package let description: String

  init(_ description: String) { self.description = description }
}

package struct Errno: Error, Hashable, Sendable, CustomStringConvertible {
  package let code: Int32

  package init(_ code: Int32) { self.code = code }

  /// This machine lacks the address or its whole family.
  var isMissingAddress: Bool { code == EADDRNOTAVAIL || code == EAFNOSUPPORT }

  package var description: String { String(cString: strerror(code)) }
}
