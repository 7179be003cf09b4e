import CLibuv

/// A call into libuv or the kernel that failed: what was tried, on what, and why it did not work.
package struct UVError: Error, Hashable, Sendable {
  /// What was tried, as a reader would say it: `listen`, `spawn`.
  package let operation: String
  /// What it was tried on: a path, a program, `pipe 7`.
  package let subject: String
  /// Why it failed.
  package let code: Code
  /// What the reader can do about it, where that is known; otherwise empty.
  package let advice: String

  package init(operation: String, subject: String, code: Code, advice: String = "") {
    self.operation = operation
    self.subject = subject
    self.code = code
    self.advice = advice
  }

  /// libuv's words for the code, such as `broken pipe`.
  package var message: String { code.message }
}

extension UVError: CustomStringConvertible {
  package var description: String {
    let fault = "\(operation) \(subject): \(message) (\(code.name))"
    return advice.isEmpty ? fault : "\(fault); \(advice)"
  }
}

extension UVError {
  /// A reason in libuv's numbers: the system's `errno`, negated, and a few of libuv's own.
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

    package static let addressInUse = Code(UV_EADDRINUSE)
    package static let again = Code(UV_EAGAIN)
    package static let endOfFile = Code(UV_EOF)
    package static let invalid = Code(UV_EINVAL)
    package static let nameTooLong = Code(UV_ENAMETOOLONG)
    package static let noSuchProcess = Code(UV_ESRCH)
    package static let outOfRange = Code(UV_ERANGE)
    package static let tooManyFiles = Code(UV_EMFILE)
    package static let tooManyFilesInSystem = Code(UV_ENFILE)

    /// Whether the process or the system has no descriptor left.
    package var isOutOfDescriptors: Bool { self == .tooManyFiles || self == .tooManyFilesInSystem }

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

/// Checks a return code: a negative one becomes an error naming `operation`.
@discardableResult
func checked(
  _ code: CInt, _ operation: StaticString, _ subject: @autoclosure () -> String,
  advice: @autoclosure () -> String = ""
) throws(UVError) -> Int {
  guard code < 0 else { return Int(code) }
  throw UVError(
    operation: operation.description, subject: subject(), code: UVError.Code(rawValue: code),
    advice: advice())
}
