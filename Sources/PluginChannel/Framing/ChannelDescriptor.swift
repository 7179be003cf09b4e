/// The descriptors on which a worker finds its daemon.
package enum ChannelDescriptor {
  /// A pipe that takes the worker's frames.
  package static let toDaemon: Int32 = 3
  /// The status page.
  package static let statusPage: Int32 = 4
  /// A pipe that brings the daemon's frames.
  package static let fromDaemon: Int32 = 5
}
