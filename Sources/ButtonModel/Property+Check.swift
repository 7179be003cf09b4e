extension Property {
  public var row: PropertyRow { PropertyRegistry.rows[Int(rawValue)] }

  public func check(_ value: PropertyValue) throws(PropertyError) {
    switch (row.kind, value) {
    case (.bool, .bool), (.text, .text), (.color, .color): break
    case (.number(let range), .number(let number)):
      guard range.contains(number) else { throw .outOfRange(self) }
    case (.choice(let names), .choice(let index)):
      guard index < names.count else { throw .unknownName(self) }
    case (.effect, .effect(let effect)):
      switch effect {
      case .alpha(let amount), .opacity(let amount), .darker(let amount):
        guard Effect.amounts.contains(amount) else { throw .outOfRange(self) }
      case .constant, .grayscale: break
      }
    case (.attributedText, .attributedText(let text)):
      if let size = text.fontSize, !AttributedText.fontSizes.contains(size) {
        throw .outOfRange(self)
      }
      if let weight = text.fontWeight, FontWeight(rawValue: weight) == nil {
        throw .unknownName(self)
      }
    case (.fontEffect, .text(let text)): _ = try fontEffect(text)
    case (.transaction, .text(let text)): _ = try transaction(text)
    case (.textRuns, .text(let text)):
      guard text.bytes.withUnsafeBytes({ TextRun.areValid($0) }) else { throw .outOfRange(self) }
    case (.bool, _), (.number, _), (.text, _), (.choice, _), (.color, _), (.effect, _),
      (.attributedText, _), (.fontEffect, _), (.transaction, _), (.textRuns, _):
      throw .wrongKind(self)
    }
  }

  /// Parses any text, the name of a choice, a colour, an effect and what is kept as text.
  public func value(text: UnsafeRawBufferPointer) throws(PropertyError) -> PropertyValue {
    switch row.kind {
    case .text: return .text(UTF8String(copying: text))
    case .choice(let names):
      guard let index = names.firstIndex(where: { text.elementsEqual($0.bytes) }) else {
        throw .unknownName(self)
      }
      return .choice(UInt8(index))
    case .color:
      guard let color = Color(text: text) else { throw .unknownName(self) }
      return .color(color)
    case .effect:
      guard let effect = Effect(text: text) else { throw .unknownName(self) }
      return .effect(effect)
    case .fontEffect:
      let value = UTF8String(copying: text)
      _ = try fontEffect(value)
      return .text(value)
    case .transaction:
      let value = UTF8String(copying: text)
      _ = try transaction(value)
      return .text(value)
    case .textRuns:
      guard TextRun.areValid(text) else { throw .outOfRange(self) }
      return .text(UTF8String(copying: text))
    case .bool, .number, .attributedText: throw .wrongKind(self)
    }
  }

  private func fontEffect(_ text: UTF8String) throws(PropertyError) -> FontEffect {
    do throws(FontEffect.TextError) {
      return try FontEffect(text)
    } catch {
      switch error {
      case .unknownName: throw .unknownName(self)
      case .outOfRange: throw .outOfRange(self)
      }
    }
  }

  private func transaction(_ text: UTF8String) throws(PropertyError) -> Transaction {
    do throws(Transaction.TextError) {
      return try text.withTransactionText { (bytes) throws(Transaction.TextError) in
        try Transaction(text: bytes)
      }
    } catch {
      switch error {
      case .unknownName: throw .unknownName(self)
      case .outOfRange: throw .outOfRange(self)
      }
    }
  }

  public func value(_ text: String) throws(PropertyError) -> PropertyValue {
    try value(text: UTF8String(text))
  }

  public func value(text: UTF8String) throws(PropertyError) -> PropertyValue {
    try text.bytes.withUnsafeBytes { bytes in
      Result { () throws(PropertyError) in try value(text: bytes) }
    }.get()
  }
}
