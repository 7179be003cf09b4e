import ButtonClient
import ButtonProtocol
import Glibc

/// Where the token is unless an option names a file.
enum TokenPlace {
  private static let name = "gateway.token"

  /// The file: beside the daemon's socket where that folder is this user's, else in the folder in
  /// which this user's own daemon would listen.
  static func path(beside socket: SocketPath) -> String {
    let folder = SocketFolders.folder(of: socket.text)
    var status = stat()
    if stat(folder, &status) == 0, status.st_uid == geteuid(), access(folder, W_OK) == 0 {
      return "\(folder)/\(name)"
    }
    return "\(own.folder)/\(name)"
  }

  /// All files in which it may be.
  static func candidates(beside socket: SocketPath) -> [String] {
    [SocketFolders.folder(of: socket.text), own.folder].map { "\($0)/\(name)" }
  }

  /// Makes the folder of a token's default place, which others cannot enter; why that is not
  /// possible.
  static func makeFolder(of path: String) -> String? {
    let place = own
    guard path == "\(place.folder)/\(name)" else { return nil }
    if mkdir(place.folder, 0o700) != 0, errno != EEXIST { return ClientError.systemMessage() }
    var status = stat()
    guard lstat(place.folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0
    else { return "\(place.folder) is not a folder of this user that only they may write to" }
    return nil
  }

  private static var own: DefaultSocket {
    DefaultSocket(user: geteuid()) { getenv($0).map { String(cString: $0) } }
  }
}
