extension Transaction {
  public enum TextError: Error, Hashable, Sendable {
    /// No such animation, or arguments that it does not take.
    case unknownName
    /// Not finite, or out of range.
    case outOfRange
  }

  /// Parses `none`, `disablesAnimations` or an animation's text.
  public init(text: UnsafeRawBufferPointer) throws(TextError) {
    if text.elementsEqual("none".utf8) {
      self.init()
    } else if text.elementsEqual("disablesAnimations".utf8) {
      self.init(disablesAnimations: true)
    } else {
      self.init(animation: try Animation(text: text))
    }
  }

  public init(_ text: String) throws(TextError) {
    self = try UTF8String(text).withTransactionText { (bytes) throws(TextError) in
      try Transaction(text: bytes)
    }
  }

  public static func isValid(_ text: UnsafeRawBufferPointer) -> Bool {
    (try? Transaction(text: text)) != nil
  }

  /// The text, without `animatesContent`, which is a separate property.
  public var text: String {
    disablesAnimations ? "disablesAnimations" : animation?.text ?? "none"
  }
}

extension UTF8String {
  func withTransactionText<Value>(
    _ body: (UnsafeRawBufferPointer) throws(Transaction.TextError) -> Value
  ) throws(Transaction.TextError) -> Value {
    try bytes.withUnsafeBytes { bytes in
      Result { () throws(Transaction.TextError) in try body(bytes) }
    }.get()
  }
}
