import Glibc

/// An address at which a process accepts TCP connections, as `/proc/net/tcp` has it.
struct ListeningAddress {
  /// `AF_INET` or `AF_INET6`.
  let family: Int32
  let port: UInt16
  /// The words of the address as the kernel holds them.
  private let words: [UInt32]
  /// The number of its socket.
  let inode: Substring

  /// Reads a line of `/proc/net/tcp` or `tcp6`; nil unless it is of a socket that listens.
  init?(_ line: Substring, family: Int32) {
    let fields = line.split(separator: " ", omittingEmptySubsequences: true)
    guard fields.count > 9, fields[3] == "0A" else { return nil }
    let parts = fields[1].split(separator: ":")
    guard parts.count == 2, let port = UInt16(parts[1], radix: 16) else { return nil }
    var words: [UInt32] = []
    var rest = parts[0]
    while let word = UInt32(rest.prefix(8), radix: 16) {
      words.append(word)
      rest = rest.dropFirst(8)
    }
    guard words.count == (family == AF_INET ? 1 : 4) else { return nil }
    (self.family, self.port, self.words, inode) = (family, port, words, fields[9])
  }

  /// Connects a socket of its family to it; `connect`'s result. The kernel takes an address of all
  /// zeros for this machine.
  func connect(_ descriptor: Int32) -> Int32 {
    if family == AF_INET {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      address.sin_addr.s_addr = words[0]
      return ListeningAddress.connect(descriptor, &address)
    }
    var address = sockaddr_in6()
    address.sin6_family = sa_family_t(AF_INET6)
    address.sin6_port = port.bigEndian
    withUnsafeMutableBytes(of: &address.sin6_addr) { bytes in
      bytes.copyBytes(from: words.withUnsafeBytes { Array($0) })
    }
    return ListeningAddress.connect(descriptor, &address)
  }

  private static func connect<Address>(_ descriptor: Int32, _ address: inout Address) -> Int32 {
    withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
      }
    }
  }
}
