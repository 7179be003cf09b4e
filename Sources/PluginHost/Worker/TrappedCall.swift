import CSandbox

/// A system call for which the sandbox ended a worker.
package struct TrappedCall: CustomStringConvertible {
  package let number: Int32

  package init(number: Int32) { self.number = number }

  package var name: String {
    // Of another architecture: a flag above the number's 16 bits.
    let bits = UInt32(bitPattern: number)
    if bits & ~0xffff == UInt32(CSANDBOX_CALL_FOREIGN) {
      return "system call \(bits & 0xffff) of another architecture"
    }
    return csandbox_call_name(number).map { String(cString: $0) } ?? "system call \(number)"
  }

  /// The manifest's permission that would allow the call; nil if there is none. `clone3` gets "no
  /// such call", so that libraries fall back to `clone`.
  package var permission: String? {
    name == "clone" ? "threads" : nil
  }

  /// The call, with what the manifest could say about it.
  package var description: String {
    let advice = permission.map { "; the manifest's permission \"\($0)\" allows \($0)" } ?? ""
    return "the plugin called \(name), which its sandbox refuses\(advice)"
  }
}
