/// Why a server's bytes are not a reply; the connection cannot go on.
package enum RESPError: Error, Hashable, Sendable {
  /// No value begins with this byte.
  case unknownType(UInt8)
  /// A length or a number is not one.
  case malformedNumber
  /// A line ends with something else than CR and LF, or a bulk does.
  case missingLineEnd
  /// A reply exceeds what `RESPLimits` allow.
  case tooLarge
}

extension RESPError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unknownType(let byte): "no reply begins with the byte \(byte)"
    case .malformedNumber: "a reply has a malformed number"
    case .missingLineEnd: "a reply lacks the end of a line"
    case .tooLarge: "a reply is too large"
    }
  }
}
