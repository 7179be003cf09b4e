import ButtonModel

/// An error of an expression or its evaluation, for people.
package struct ExpressionError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What went wrong, for programs to compare.
  package struct Code: RawRepresentable, Hashable, Sendable {
    package let rawValue: String

    package init(rawValue: String) { self.rawValue = rawValue }
  }

  package let code: Code
  /// What is wrong and, if known, what to write instead; without a place.
  package let message: String
  /// The line of the source, from 1.
  package let line: Int
  /// The column in Unicode scalars, from 1.
  package let column: Int
  /// The limit that the expression exceeds; nil for other errors.
  package let limit: Limit?

  /// `isOfName` suggests how to write the whole name.
  init(
    _ code: Code, at offset: Int, in source: [UInt8], _ message: String, limit: Limit? = nil,
    isOfName: Bool = false
  ) {
    let before = source.prefix(offset)
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.code = code
    let spelling =
      code.isOfReading ? WholeName.spelling(around: offset, in: source, alone: isOfName) : nil
    self.message = message + (spelling.map { "; the whole name is written \($0)" } ?? "")
    self.limit = limit
    line = 1 + before.count { $0 == UInt8(ascii: "\n") }
    column = 1 + before[start...].count { $0 & 0xC0 != 0x80 }
  }

  /// Returns the error for an invalid name of a key.
  static func keyName(_ name: String, at offset: Int, in source: [UInt8]) -> Self {
    Self(
      .syntax, at: offset, in: source,
      "'\(Excerpt(name))' cannot be the name of a key: it has up to 16 parts with dots between,"
        + " of letters, digits, _ and -, in all at most 255 bytes")
  }

  package var description: String { "line \(line), column \(column): \(message)" }
}

extension ExpressionError {
  /// A limit of ``ExpressionLimits``, by its name in `hello` and in the configuration.
  package struct Limit: Hashable, Sendable {
    package let name: String
    package let value: Int

    static func bytes(_ limits: ExpressionLimits) -> Self {
      Self(name: "expressionBytes", value: limits.sourceBytes)
    }
    static func nodes(_ limits: ExpressionLimits) -> Self {
      Self(name: "expressionNodes", value: limits.nodes)
    }
    static func depth(_ limits: ExpressionLimits) -> Self {
      Self(name: "expressionDepth", value: limits.depth)
    }
    static func keys(_ limits: ExpressionLimits) -> Self {
      Self(name: "expressionKeys", value: limits.keys)
    }
  }
}

extension ExpressionError.Code {
  /// Something may have been parsed differently than it was meant.
  fileprivate var isOfReading: Bool {
    [.syntax, .leftOut, .unknownFunction, .wrongType, .absentKey].contains(self)
  }

  /// Not an expression.
  package static let syntax = Self(rawValue: "syntax")
  /// CEL, but not supported by this language.
  package static let leftOut = Self(rawValue: "leftOut")
  package static let unknownFunction = Self(rawValue: "unknownFunction")
  /// The source, its nodes, depth or keys exceed a limit.
  package static let tooLarge = Self(rawValue: "tooLarge")
  /// An operator or function does not take these types.
  package static let wrongType = Self(rawValue: "wrongType")
  package static let absentKey = Self(rawValue: "absentKey")
  /// A map lacks a member, or a list an element.
  package static let absentMember = Self(rawValue: "absentMember")
  package static let overflow = Self(rawValue: "overflow")
  /// An integer is divided by zero.
  package static let divisionByZero = Self(rawValue: "divisionByZero")
  /// The type is right, but not the value.
  package static let badArgument = Self(rawValue: "badArgument")
  package static let overBudget = Self(rawValue: "overBudget")
  /// Too many bytes or levels.
  package static let resultTooLarge = Self(rawValue: "resultTooLarge")
}
