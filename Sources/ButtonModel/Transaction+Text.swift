extension Transaction {
  /// Why a text is not a transaction.
  public enum TextError: Error, Hashable, Sendable {
    /// No such animation, or arguments that it does not have.
    case unknownName
    /// An argument is not finite or out of its range.
    case outOfRange
  }

  /// The transaction that a text means: `none`, `disablesAnimations` or an animation's text.
  public init(text: UnsafeRawBufferPointer) throws(TextError) {
    if text.elementsEqual("none".utf8) {
      self.init()
    } else if text.elementsEqual("disablesAnimations".utf8) {
      self.init(disablesAnimations: true)
    } else {
      self.init(animation: try Animation(text: text))
    }
  }

  /// The transaction that a text means, as `init(text:)`.
  public init(_ text: String) throws(TextError) {
    self = try UTF8String(text).withTransactionText { (bytes) throws(TextError) in
      try Transaction(text: bytes)
    }
  }

  /// True when a text means a transaction.
  public static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    (try? Transaction(text: text)) != nil
  }

  /// The transaction as it is written, `animatesContent` apart, which is a separate property.
  public var text: String {
    disablesAnimations ? "disablesAnimations" : animation?.text ?? "none"
  }
}

extension UTF8String {
  /// Calls with the bytes where they lie and passes the result on.
  func withTransactionText<Value>(
    _ body: (UnsafeRawBufferPointer) throws(Transaction.TextError) -> Value
  ) throws(Transaction.TextError) -> Value {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(Transaction.TextError) in try body(bytes) }
    }.get()
  }
}
