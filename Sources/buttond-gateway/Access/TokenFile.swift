import ButtonClient
import Glibc

/// The file that holds the token, readable by this user only.
struct TokenFile {
  let path: String

  init(path: String) { self.path = path }

  /// The default: `gateway.token` in the folder of the daemon's socket or, where that is another
  /// user's, in a folder of this one.
  init(beside socket: SocketPath) { path = GatewayTokenPlace.path(beside: socket) }

  /// The token of the last start, if the file belongs to this user, has mode 0600 and is not a link.
  func read() -> AccessToken? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o7777 == 0o600, status.st_uid == geteuid()
    else { return nil }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    let text = String(decoding: bytes.prefix(count), as: UTF8.self)
    return AccessToken(text.last == "\n" ? String(text.dropLast()) : text)
  }

  /// Replaces the file atomically; the new one is never readable by others.
  func write(_ token: AccessToken) throws(GatewayError) {
    if let reason = GatewayTokenPlace.makeFolder(of: path) {
      throw GatewayError(
        "cannot write the token to \(path): \(reason); choose another file with --token-file")
    }
    let fresh = "\(path).\(getpid())"
    unlink(fresh)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW
    let descriptor = open(fresh, flags, 0o600)
    guard descriptor >= 0 else { throw failure(errno) }
    var line = token.text + "\n"
    let isWhole = line.withUTF8 { Glibc.write(descriptor, $0.baseAddress, $0.count) == $0.count }
    let writeError = errno
    fchmod(descriptor, 0o600)
    close(descriptor)
    guard isWhole, rename(fresh, path) == 0 else {
      let code = isWhole ? errno : writeError
      unlink(fresh)
      throw failure(code)
    }
  }

  /// Removes the file, unless another gateway has replaced it.
  func remove(_ token: AccessToken) {
    if read() == token { unlink(path) }
  }

  private func failure(_ code: Int32) -> GatewayError {
    GatewayError(
      "cannot write the token to \(path): \(Errno(code)); choose another file with --token-file")
  }
}
