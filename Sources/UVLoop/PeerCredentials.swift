import CPlatform

/// The process that connected to the other end of a socket, as the kernel reports it.
package struct PeerCredentials: Hashable, Sendable {
  package let pid: Int32
  /// Effective.
  package let uid: UInt32
  /// Effective.
  package let gid: UInt32
}

extension Pipe {
  package func peerCredentials() throws(UVError) -> PeerCredentials {
    var pid: Int32 = 0
    var uid: UInt32 = 0
    var gid: UInt32 = 0
    try checked(
      csystem_peer_credentials(fileDescriptor ?? -1, &pid, &uid, &gid), "ask for the peer of",
      label)
    return PeerCredentials(pid: pid, uid: uid, gid: gid)
  }

  /// The supplementary groups of the process that connected, in no order.
  package func peerGroups() throws(UVError) -> [UInt32] {
    var groups: [UInt32] = []
    var code: CInt = 0
    var count = 64
    repeat {
      let capacity = count
      groups = [UInt32](unsafeUninitializedCapacity: capacity) { buffer, initialized in
        code = csystem_peer_groups(fileDescriptor ?? -1, buffer.baseAddress, &count)
        initialized = code == 0 ? count : 0
      }
    } while code == UVError.Code.outOfRange.rawValue
    try checked(code, "ask for the groups of the peer of", label)
    return groups
  }
}
