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

  /// Whether the same call would work later, because a buffer or a queue was full.
  package var isAgain: Bool { code == .again }

  /// Whether the other side is gone, which is an ending and not a fault.
  package var isBrokenPipe: Bool { code == .brokenPipe || code == .connectionReset }

  /// Whether a request ended only because its handle was closed.
  package var isCanceled: Bool { code == .canceled }

  /// Whether something already holds the address.
  package var isAddressInUse: Bool { code == .addressInUse }
}

extension UVError: CustomStringConvertible {
  package var description: String {
    let fault = "\(operation) \(subject): \(message) (\(code.name))"
    return advice.isEmpty ? fault : "\(fault); \(advice)"
  }
}

/// The one place that looks at return codes: a negative one becomes an error naming `operation`.
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
