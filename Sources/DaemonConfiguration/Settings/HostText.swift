import ButtonProtocol
import Glibc
import JSONRPC

/// Texts of a configuration that differ from machine to machine, so that the file need not.
extension CheckedMembers {
  mutating func hostText(_ name: StaticString) -> String? {
    read { members throws(ProtocolError) in try members.hostText(name) }
  }
}

extension Members {
  /// A text in which `${HOSTNAME}` stands for the machine's name.
  func hostText(_ name: StaticString) throws(ProtocolError) -> String? {
    guard let text: String = try optional(name) else { return nil }
    let variable = "${HOSTNAME}"
    let pieces = text.split(separator: "${", omittingEmptySubsequences: false)
    var result = String(pieces[0])
    for piece in pieces.dropFirst() {
      guard piece.hasPrefix("HOSTNAME}") else {
        throw .invalidParams(
          "'${' begins the name of a variable, and the only one is \(variable)", path: "\(name)")
      }
      result += Members.hostName + piece.dropFirst(variable.utf8.count - 2)
    }
    return result
  }

  private static let hostName: String = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return "unnamed" }
    return String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }()
}
