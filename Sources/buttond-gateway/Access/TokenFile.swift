import ButtonClient
import Glibc
import UVLoop

/// The file that holds the token, readable by this user only.
struct TokenFile {
  let path: String
  /// Where else the last start may have put it: a folder beside the daemon's socket comes and goes.
  private let otherPaths: [String]

  /// The file that the options name; by default `gateway.token` in the folder of the daemon's
  /// socket or, where that is another user's, in a folder of this one.
  init(_ options: GatewayCommand, beside socket: SocketPath) {
    let path = options.tokenFile ?? TokenPlace.path(beside: socket)
    self.path = path
    otherPaths =
      options.tokenFile == nil
      ? TokenPlace.candidates(beside: socket).filter { $0 != path } : []
  }

  /// Where a gateway that runs has put it: the first path at which there is something, else the
  /// usual one.
  var present: String { ([path] + otherPaths).first { access($0, F_OK) == 0 } ?? path }

  /// The token of the last start; nil if there is none. A file that others may have read or written is not
  /// used, which is said, as every page that has its token must get another one.
  func kept() -> AccessToken? {
    for path in [path] + otherPaths {
      do throws(GatewayError) {
        if let token = try TokenFile.token(in: path) { return token }
      } catch {
        console.complain("\(error); the token is a new one")
      }
    }
    return nil
  }

  /// The token in a file, which must belong to this user, have mode 0600 and not be a link; nil where there is
  /// no file.
  static func token(in path: String) throws(GatewayError) -> AccessToken? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    if descriptor < 0, errno == ENOENT || errno == ENOTDIR { return nil }
    guard descriptor >= 0 else { throw GatewayError("cannot read \(path): \(Errno(errno))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_mode & 0o7777 == 0o600, status.st_uid == geteuid()
    else { throw GatewayError("\(path) is not a file of mode 0600 of this user") }
    var bytes = [UInt8](repeating: 0, count: 128)
    let count = read(descriptor, &bytes, bytes.count)
    let text = String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
    guard let token = AccessToken(text.last == "\n" ? String(text.dropLast()) : text) else {
      throw GatewayError("\(path) does not hold a token")
    }
    return token
  }

  /// Replaces the file atomically; the new one is never readable by others.
  func write(_ token: AccessToken) throws(GatewayError) {
    if let reason = TokenPlace.makeFolder(of: path) {
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
    // In a folder that outlives a power cut, the file must not come out of it empty.
    fsync(descriptor)
    close(descriptor)
    guard isWhole, rename(fresh, path) == 0 else {
      let code = isWhole ? errno : writeError
      unlink(fresh)
      throw failure(code)
    }
  }

  /// Removes the file, unless another gateway has replaced it.
  func remove(_ token: AccessToken) {
    if (try? TokenFile.token(in: path)) == token { unlink(path) }
  }

  private func failure(_ code: Int32) -> GatewayError {
    GatewayError(
      "cannot write the token to \(path): \(Errno(code)); choose another file with --token-file")
  }
}
