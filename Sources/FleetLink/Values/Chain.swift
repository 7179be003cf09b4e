package import ButtonModel
import CPlatform

/// Identifies a history up to one of its revisions: a hash of the entry and of the previous chain.
///
/// Revision 0's is the name of the history, which its founder chose at random.
package struct Chain: Hashable, Sendable, RawRepresentable {
  package let rawValue: UInt64

  package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Nil unless the text is 16 hexadecimal digits.
  package init?(_ text: some Collection<UInt8>) {
    guard let value = Hexadecimal.value(text) else { return nil }
    self.init(rawValue: value)
  }

  package var text: UTF8String { UTF8String(bytes: Hexadecimal.text(rawValue)) }

  /// The chain after one more entry: the first eight bytes of `sha1(CHAIN LIFE:SEQUENCE "\n"
  /// CHANGES)`, without the spaces, with the previous chain as text.
  package func adding(_ request: RequestNumber, _ changes: UTF8String) -> Chain {
    var message = Hexadecimal.text(rawValue)
    message.reserveCapacity(60 + changes.bytes.count)
    message += Hexadecimal.text(request.life.rawValue)
    message.append(UInt8(ascii: ":"))
    message += "\(request.sequence)".utf8
    message.append(UInt8(ascii: "\n"))
    message += changes.bytes
    return withUnsafeTemporaryAllocation(byteCount: 20, alignment: 8) { digest in
      csystem_sha1(message, message.count, digest.baseAddress)
      return Chain(rawValue: UInt64(bigEndian: digest.load(as: UInt64.self)))
    }
  }
}

extension Chain: CustomStringConvertible {
  package var description: String { text.string }
}
