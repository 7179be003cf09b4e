extension ControlState {
  private static let named: [(name: StaticString, state: ControlState)] = [
    ("highlighted", .highlighted), ("disabled", .disabled), ("selected", .selected),
    ("focused", .focused),
  ]

  /// `normal`, or distinct bits joined by `+` in any order; nil for any other text.
  public init?(name: UnsafeRawBufferPointer) {
    if name.elementsEqual("normal".utf8) {
      self = .normal
      return
    }
    var state = ControlState.normal
    for part in name.split(separator: UInt8(ascii: "+"), omittingEmptySubsequences: false) {
      let match = ControlState.named.first { bit in
        part.elementsEqual(
          UnsafeBufferPointer(start: bit.name.utf8Start, count: bit.name.utf8CodeUnitCount))
      }
      guard let match, !state.contains(match.state) else { return nil }
      state.insert(match.state)
    }
    self = state
  }

  public init?(_ name: String) {
    var name = name
    guard let state = name.withUTF8({ ControlState(name: UnsafeRawBufferPointer($0)) }) else {
      return nil
    }
    self = state
  }

  /// Bits come in ascending order.
  public var name: String {
    let names = ControlState.named.filter { contains($0.state) }.map { "\($0.name)" }
    return names.isEmpty ? "normal" : names.joined(separator: "+")
  }
}
