import CLibuv

extension UVError {
  /// A reason as libuv counts them: the system's `errno`, negated, and a few of its own.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// The code for a positive `errno`.
    package init(errno: Int32) {
      self.rawValue = -errno
    }

    private init(_ code: uv_errno_t) {
      self.rawValue = code.rawValue
    }

    package static let accessDenied = Code(UV_EACCES)
    package static let addressInUse = Code(UV_EADDRINUSE)
    package static let again = Code(UV_EAGAIN)
    package static let badDescriptor = Code(UV_EBADF)
    package static let brokenPipe = Code(UV_EPIPE)
    package static let canceled = Code(UV_ECANCELED)
    package static let connectionRefused = Code(UV_ECONNREFUSED)
    package static let connectionReset = Code(UV_ECONNRESET)
    package static let endOfFile = Code(UV_EOF)
    package static let invalid = Code(UV_EINVAL)
    package static let nameTooLong = Code(UV_ENAMETOOLONG)
    package static let noSuchFile = Code(UV_ENOENT)
    package static let noSuchProcess = Code(UV_ESRCH)
    package static let notConnected = Code(UV_ENOTCONN)
    package static let notPermitted = Code(UV_EPERM)
    package static let outOfRange = Code(UV_ERANGE)
    package static let tooManyFiles = Code(UV_EMFILE)

    /// libuv's sentence for the code.
    package var message: String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard let base = buffer.baseAddress else { return "error \(rawValue)" }
        uv_strerror_r(rawValue, base, buffer.count)
        return String(cString: base)
      }
    }

    /// The code's C name, such as `EPIPE`.
    package var name: String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let base = buffer.baseAddress else { return "\(rawValue)" }
        uv_err_name_r(rawValue, base, buffer.count)
        return String(cString: base)
      }
    }
  }
}
