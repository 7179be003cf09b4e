import ButtonModel
import ButtonProtocol

package enum ManifestName {
  /// Lower-case letters, digits and hyphens: what may stand for an id.
  package static func isShort(_ text: String) -> Bool {
    isMade(text, atMost: 64) { $0.isLowercaseLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
  }

  /// Takes two or more dotted components of letters, digits and hyphens, none with a hyphen first.
  package static func isReverseDNS(_ text: String) -> Bool {
    guard text.utf8.count <= 128 else { return false }
    let components = text.split(separator: ".", omittingEmptySubsequences: false)
    return components.count >= 2
      && components.allSatisfy { component in
        guard let first = component.utf8.first, first != UInt8(ascii: "-") else { return false }
        return component.utf8.allSatisfy { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") }
      }
  }

  static func isEntry(_ text: String) -> Bool {
    isMade(text, atMost: 64) {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
  }

  static func isVersion(_ text: String) -> Bool {
    isMade(text, atMost: 64) {
      $0.isLetter || $0.isDigit || ".+-_".utf8.contains($0)
    }
  }

  static func isPlatform(_ text: String) -> Bool {
    isMade(text, atMost: 64) {
      $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
  }

  /// 64 lower-case hexadecimal digits.
  package static func isSHA256(_ text: String) -> Bool {
    text.utf8.count == 64
      && text.utf8.allSatisfy { $0.isDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0) }
  }

  /// A relative path without empty, `.` or `..` components and without unprintable characters.
  package static func isInnerPath(_ text: String) -> Bool {
    guard text.utf8.count <= 255, !text.unicodeScalars.contains(where: \.isUnprintable) else {
      return false
    }
    return text.split(separator: "/", omittingEmptySubsequences: false).allSatisfy {
      !$0.isEmpty && $0 != "." && $0 != ".."
    }
  }

  private static func isMade(
    _ text: String, atMost limit: Int, of isAllowed: (UInt8) -> Bool
  ) -> Bool {
    !text.isEmpty && text.utf8.count <= limit && text.utf8.allSatisfy(isAllowed)
  }
}

extension UInt8 {
  fileprivate var isLowercaseLetter: Bool { self >= UInt8(ascii: "a") && self <= UInt8(ascii: "z") }

  fileprivate var isLetter: Bool {
    isLowercaseLetter || (self >= UInt8(ascii: "A") && self <= UInt8(ascii: "Z"))
  }

  fileprivate var isDigit: Bool { self >= UInt8(ascii: "0") && self <= UInt8(ascii: "9") }
}
