extension Effect {
  /// `grayscale`, `darker(0.25)`, `alpha(0.3)`, `opacity(0.75)`, `constant(COLOUR)`; otherwise nil.
  public init?(text: UnsafeRawBufferPointer) {
    let bytes = text[...]
    guard let open = bytes.firstIndex(of: UInt8(ascii: "(")) else {
      guard bytes.elementsEqual(Kind.grayscale.rawValue.utf8) else { return nil }
      self = .grayscale
      return
    }
    guard bytes.last == UInt8(ascii: ")") else { return nil }
    let name = String(decoding: bytes[..<open], as: UTF8.self)
    let argument = UnsafeRawBufferPointer(rebasing: bytes[(open + 1)..<(bytes.endIndex - 1)])
    switch Kind(rawValue: name) {
    case .constant?:
      guard let color = Color(text: argument) else { return nil }
      self = .constant(color)
    case .alpha?, .opacity?, .darker?:
      guard let kind = Kind(rawValue: name),
        let amount = Double(String(decoding: argument, as: UTF8.self)),
        let effect = Effect(kind: kind, amount: amount)
      else { return nil }
      self = effect
    case .grayscale?, nil: return nil
    }
  }

  public init?(_ text: String) {
    var text = text
    guard let effect = text.withUTF8({ Effect(text: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = effect
  }
}
