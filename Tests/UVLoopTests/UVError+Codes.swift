import Glibc
import UVLoop

extension UVError {
  /// Whether the other side is gone, which is an ending and not a fault.
  var isBrokenPipe: Bool { code == .brokenPipe || code == .connectionReset }
}

extension UVError.Code {
  static let accessDenied = Self(errno: EACCES)
  static let badDescriptor = Self(errno: EBADF)
  static let brokenPipe = Self(errno: EPIPE)
  static let canceled = Self(errno: ECANCELED)
  static let connectionRefused = Self(errno: ECONNREFUSED)
  static let connectionReset = Self(errno: ECONNRESET)
  static let noSuchFile = Self(errno: ENOENT)
}
