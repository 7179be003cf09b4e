extension Animation {
  /// In bytes.
  private static let maximumBytes = 128

  /// Parses an animation: `default`; `linear`, `easeIn`, `easeOut`, `easeInOut`, `smooth`, `snappy`
  /// or `bouncy`, optionally with seconds, such as `easeInOut(0.16)`; `spring` or
  /// `interactiveSpring` with up to three numbers, such as `spring(0.8, 0.1, 10)`; or
  /// `spring(duration: 0.5, bounce: 0.2)`.
  ///
  /// Arguments may be labelled. After the first label, all arguments must be.
  public init(text: UnsafeRawBufferPointer) throws(Transaction.TextError) {
    guard text.count <= Animation.maximumBytes else { throw .unknownName }
    let open = text.firstIndex(of: UInt8(ascii: "(")) ?? text.endIndex
    var arguments = AnimationArguments()
    if open < text.endIndex {
      guard text.last == UInt8(ascii: ")") else { throw .unknownName }
      try arguments.read(text[(open + 1)..<(text.endIndex - 1)])
    }
    let name = String(decoding: text[..<open], as: UTF8.self)
    let animation = try Animation.make(name, arguments)
    guard animation.isInRange else { throw .outOfRange }
    self = animation
  }

  public init(_ text: String) throws(Transaction.TextError) {
    self = try UTF8String(text).withTransactionText { (bytes) throws(Transaction.TextError) in
      try Animation(text: bytes)
    }
  }

  public var text: String {
    switch self {
    case .curve(let curve, let duration): "\(curve.name)(\(duration))"
    case .spring(let response, let dampingFraction, let blendDuration):
      "spring(\(response), \(dampingFraction), \(blendDuration))"
    }
  }

  private static func make(
    _ name: String, _ arguments: AnimationArguments
  ) throws(Transaction.TextError) -> Animation {
    switch name {
    case "default":
      try arguments.allowOnly([])
      return .default
    case "linear": return .linear(duration: try arguments.duration(usualDuration))
    case "easeIn": return .easeIn(duration: try arguments.duration(usualDuration))
    case "easeOut": return .easeOut(duration: try arguments.duration(usualDuration))
    case "easeInOut": return .easeInOut(duration: try arguments.duration(usualDuration))
    case "smooth": return .smooth(duration: try arguments.duration(0.5))
    case "snappy": return .snappy(duration: try arguments.duration(0.5))
    case "bouncy": return .bouncy(duration: try arguments.duration(0.5))
    case "spring" where arguments.hasName("duration") || arguments.hasName("bounce"):
      let names = ["duration", "bounce"]
      try arguments.allowOnly(names)
      let bounce = arguments.value(1, of: names) ?? 0
      guard bounce > -1, bounce <= 1 else { throw .outOfRange }
      return .spring(duration: arguments.value(0, of: names) ?? 0.5, bounce: bounce)
    case "spring": return try spring(.spring(), arguments)
    case "interactiveSpring": return try spring(.interactiveSpring(), arguments)
    default: throw .unknownName
    }
  }

  private static func spring(
    _ usual: Animation, _ arguments: AnimationArguments
  ) throws(Transaction.TextError) -> Animation {
    guard case .spring(let response, let dampingFraction, let blendDuration) = usual else {
      return usual
    }
    let names = ["response", "dampingFraction", "blendDuration"]
    try arguments.allowOnly(names)
    return .spring(
      response: arguments.value(0, of: names) ?? response,
      dampingFraction: arguments.value(1, of: names) ?? dampingFraction,
      blendDuration: arguments.value(2, of: names) ?? blendDuration)
  }
}
