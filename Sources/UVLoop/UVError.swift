import CLibuv

/// A failed call into libuv or the kernel: what was tried, on what, and why it failed.
package struct UVError: Error, Hashable, Sendable {
  /// The operation in a reader's words: `listen`, `spawn`.
  package let operation: String
  /// A path, a program, `pipe 7`.
  package let subject: String
  package let code: Code
  /// What the reader can do, if known; otherwise empty.
  package let advice: String

  package init(operation: String, subject: String, code: Code, advice: String = "") {
    self.operation = operation
    self.subject = subject
    self.code = code
    self.advice = advice
  }

  /// libuv's words, such as `broken pipe`.
  package var message: String { code.message }
}

extension UVError: CustomStringConvertible {
  package var description: String {
    let fault = "\(operation) \(subject): \(message) (\(code.name))"
    return advice.isEmpty ? fault : "\(fault); \(advice)"
  }
}

extension UVError {
  /// libuv's numbers: the system's `errno`, negated, and a few that only libuv has.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
      self.rawValue = rawValue
    }

    /// `errno` is positive.
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

    package var isOutOfDescriptors: Bool { self == .tooManyFiles || self == .tooManyFilesInSystem }

    package var message: String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 128) { buffer in
        guard let base = buffer.baseAddress else { return "error \(rawValue)" }
        uv_strerror_r(rawValue, base, buffer.count)
        return String(cString: base)
      }
    }

    /// The name in C, such as `EPIPE`.
    package var name: String {
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
        guard let base = buffer.baseAddress else { return "\(rawValue)" }
        uv_err_name_r(rawValue, base, buffer.count)
        return String(cString: base)
      }
    }
  }
}

/// A negative code becomes an error that names `operation`.
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
