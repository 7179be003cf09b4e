/// Who was on the other side of a socket when it was connected, as the kernel vouches for it.
package struct PeerCredentials: Hashable, Sendable {
  /// The process.
  package let pid: Int32
  /// Its effective user.
  package let uid: UInt32
  /// Its effective group.
  package let gid: UInt32
}
