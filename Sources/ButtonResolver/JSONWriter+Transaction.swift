package import ButtonModel
package import JSONRPC

extension JSONWriter {
  /// Members at their defaults are omitted.
  package mutating func transaction(_ transaction: Transaction) {
    beginObject()
    if let animation = transaction.animation {
      key("animation")
      self.animation(animation)
    }
    if transaction.disablesAnimations {
      key("disablesAnimations")
      bool(true)
    }
    if !transaction.animatesContent {
      key("animatesContent")
      bool(false)
    }
    endObject()
  }

  private mutating func animation(_ animation: Animation) {
    beginObject()
    key("curve")
    switch animation {
    case .curve(let curve, let duration):
      curve.name.bytes.withUnsafeBytes { string($0) }
      key("durationMs")
      number(rounded3: duration * 1000)
    case .spring(let response, let dampingFraction, let blendDuration):
      value(raw: "\"spring\"")
      key("response")
      number(rounded3: response)
      key("dampingFraction")
      number(rounded3: dampingFraction)
      key("blendDuration")
      number(rounded3: blendDuration)
    }
    endObject()
  }
}
