import CSandbox

/// A system call that the sandbox ended a worker for.
struct TrappedCall: CustomStringConvertible {
  let number: Int32

  /// Which call it was, and what the manifest could say about it.
  var description: String {
    let name = csandbox_call_name(number).map { String(cString: $0) } ?? "system call \(number)"
    let advice =
      switch name {
      case "clone": "; the manifest's permission \"threads\" allows threads"
      default: ""
      }
    return "the plugin called \(name), which its sandbox refuses\(advice)"
  }
}
