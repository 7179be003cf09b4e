/// The descriptors on which a worker finds its daemon.
package enum ChannelDescriptor {
  /// A pipe.
  package static let toDaemon: Int32 = 3
  package static let statusPage: Int32 = 4
  /// A pipe.
  package static let fromDaemon: Int32 = 5
}
