import ButtonProtocol

/// One step of a walk through a YAML document.
struct YAMLEvent {
  enum Kind {
    case streamStart, streamEnd, documentStart, documentEnd
    /// A reference to what bears an anchor.
    case alias(name: [UInt8])
    /// `isPlain` means without quotes.
    case scalar(text: [UInt8], isPlain: Bool, YAMLProperties)
    case sequenceStart(YAMLProperties)
    case mappingStart(YAMLProperties)
    case sequenceEnd, mappingEnd
  }

  let kind: Kind
  let place: TextPlace

  /// A value that is not written out.
  var isEmpty: Bool {
    if case .scalar(let text, let isPlain, let properties) = kind {
      return text.isEmpty && isPlain && properties.tag == nil
    }
    return false
  }
}

/// What may stand before a value.
struct YAMLProperties {
  /// The name of `&name`.
  let anchor: [UInt8]?
  /// The full name of `!!tag`.
  let tag: String?
}
