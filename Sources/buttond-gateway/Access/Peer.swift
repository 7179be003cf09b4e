import Glibc

/// Who shares one share of the places: this machine, an IPv4 address, or an IPv6 network of 64 bits, as one
/// machine has all addresses of it.
enum Peer: Hashable, Sendable {
  case thisMachine
  case four(UInt32)
  case six(UInt64)

  /// The other end of a connected socket.
  init(of descriptor: Int32?) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutableBytes(of: &storage) { bytes in
      getpeername(
        descriptor ?? -1, bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self), &length)
    }
    guard status == 0 else {
      self = .thisMachine
      return
    }
    self = withUnsafeBytes(of: storage) { bytes in
      switch Int32(storage.ss_family) {
      case AF_INET: Peer(four: bytes.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr)
      case AF_INET6: Peer(six: bytes.loadUnaligned(as: sockaddr_in6.self).sin6_addr)
      default: .thisMachine
      }
    }
  }

  /// An IPv4 address in network order.
  init(four address: UInt32) {
    let address = UInt32(bigEndian: address)
    self = address >> 24 == 127 ? .thisMachine : .four(address)
  }

  /// An IPv6 address.
  init(six address: in6_addr) {
    let (high, low) = withUnsafeBytes(of: address) { bytes in
      (
        UInt64(bigEndian: bytes.loadUnaligned(as: UInt64.self)),
        UInt64(bigEndian: bytes.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
      )
    }
    self = high == 0 && low == 1 ? .thisMachine : .six(high)
  }
}
