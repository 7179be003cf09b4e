package import UVLoop

/// The process at the other end of a connection, as the kernel vouches for it.
package struct SocketPeer {
  package let credentials: PeerCredentials
  let pipe: Pipe

  package var descriptor: Int32 { pipe.fileDescriptor ?? .max }

  /// Supplementary, as of when it connected.
  package func groups() throws(UVError) -> [UInt32] { try pipe.peerGroups() }
}
