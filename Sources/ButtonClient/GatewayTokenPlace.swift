import ButtonProtocol
import Glibc

/// Where a gateway keeps its token unless an option names a file.
package enum GatewayTokenPlace {
  private static let name = "gateway.token"

  /// The file for a gateway of this user: beside the daemon's socket where that folder is this user's, else
  /// in the folder in which this user's own daemon would listen.
  package static func path(beside socket: SocketPath) -> String {
    let folder = SocketFolders.folder(of: socket.text)
    var status = stat()
    if stat(folder, &status) == 0, status.st_uid == geteuid(), access(folder, W_OK) == 0 {
      return "\(folder)/\(name)"
    }
    return "\(own(geteuid()).folder)/\(name)"
  }

  /// All files in which a gateway of a user may have it.
  package static func candidates(beside socket: SocketPath, user: UInt32) -> [String] {
    [SocketFolders.folder(of: socket.text), own(user).folder].map { "\($0)/\(name)" }
  }

  /// Makes the folder of a token's default place, which others cannot enter; why that is not possible.
  package static func makeFolder(of path: String) -> String? {
    let place = own(geteuid())
    guard path == "\(place.folder)/\(name)" else { return nil }
    if mkdir(place.folder, 0o700) != 0, errno != EEXIST { return ClientError.systemMessage() }
    var status = stat()
    guard lstat(place.folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
      status.st_uid == geteuid(), status.st_mode & 0o022 == 0
    else { return "\(place.folder) is not a folder of this user that only they may write to" }
    return nil
  }

  private static func own(_ user: UInt32) -> DefaultSocket {
    DefaultSocket(user: user) { name in
      user == geteuid() ? getenv(name).map { String(cString: $0) } : nil
    }
  }
}
