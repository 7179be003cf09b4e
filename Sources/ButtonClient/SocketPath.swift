import ButtonProtocol
import Glibc

/// Where a daemon's socket is.
public struct SocketPath: Hashable, Sendable {
  /// The longest path that the kernel takes, in bytes.
  public static let maximumBytes = 107

  /// The path in the file system.
  public let text: String

  /// A path; throws when it is empty or too long for a socket.
  public init(_ text: String) throws(ClientError) {
    guard !text.isEmpty else {
      throw ClientError(.unusablePath, "the path of the socket is empty")
    }
    guard text.utf8.count <= SocketPath.maximumBytes, !text.utf8.contains(0) else {
      throw ClientError(
        .unusablePath,
        "the path of a socket has at most \(SocketPath.maximumBytes) bytes, this one has "
          + "\(text.utf8.count): \(text)")
    }
    self.text = text
  }

  /// Where the daemon of this user listens: the given path, else `BUTTOND_SOCKET`, else
  /// `$XDG_RUNTIME_DIR/buttond/buttond.sock`, else `/run/buttond/buttond.sock` for root, else a
  /// folder under `/tmp`, which must belong to this user and have mode 0700.
  public static func standard(_ given: String? = nil) throws(ClientError) -> SocketPath {
    try standard(
      given, user: geteuid(), temporaryFolder: "/tmp",
      environment: Environment.value)
  }

  /// Whether a daemon that is given no path listens here.
  var isDefault: Bool {
    if Environment.value(DefaultSocket.variable) != nil { return false }
    return (try? SocketPath.standard()) == self
  }

  /// The same rules for any user and environment.
  package static func standard(
    _ given: String?, user: UInt32, temporaryFolder: String,
    environment: (String) -> String?
  ) throws(ClientError) -> SocketPath {
    if let given { return try SocketPath(given) }
    if let path = environment(DefaultSocket.variable), !path.isEmpty { return try SocketPath(path) }
    let place = DefaultSocket(
      user: user, temporaryFolder: temporaryFolder, environment: environment)
    if place.isInSharedFolder { try checkOwned(place.folder, by: user) }
    return try SocketPath(place.path)
  }

  /// Refuses a folder in which another user may have put a socket; a missing folder is fine.
  private static func checkOwned(_ folder: String, by user: UInt32) throws(ClientError) {
    var status = stat()
    guard lstat(folder, &status) == 0 else { return }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder, status.st_uid == user, status.st_mode & 0o7777 == 0o700 else {
      let why =
        if !isFolder {
          "it is a file or a link"
        } else if status.st_uid != user {
          "it belongs to user \(status.st_uid)"
        } else {
          "it is open to others"
        }
      throw ClientError(
        .untrustedFolder,
        "\(folder) must be a folder of user \(user) with mode 0700, and \(why): name another socket"
      )
    }
  }
}
