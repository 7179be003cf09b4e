/// The arguments in the text of an animation: numbers with optional labels.
struct AnimationArguments {
  private static let maximum = 3

  private var values: [Double] = []
  /// The labels of the last arguments; unlabelled ones come first.
  private var names: [String] = []

  mutating func read(
    _ text: Slice<UnsafeRawBufferPointer>
  ) throws(Transaction.TextError) {
    let parts = text.split(
      separator: UInt8(ascii: ","), maxSplits: AnimationArguments.maximum,
      omittingEmptySubsequences: false)
    guard parts.count <= AnimationArguments.maximum else { throw .unknownName }
    for part in parts {
      var number = part
      if let colon = part.firstIndex(of: UInt8(ascii: ":")) {
        let name = String(decoding: AnimationArguments.trimmed(part[..<colon]), as: UTF8.self)
        guard !names.contains(name) else { throw .unknownName }
        names.append(name)
        number = part[(colon + 1)...]
      } else if !names.isEmpty {
        throw .unknownName
      }
      values.append(try AnimationArguments.number(AnimationArguments.trimmed(number)))
    }
  }

  /// Throws for too many arguments, or a label that is unknown or already given by position.
  func allowOnly(_ allowed: [String]) throws(Transaction.TextError) {
    guard values.count <= allowed.count else { throw .unknownName }
    let free = allowed.dropFirst(values.count - names.count)
    guard names.allSatisfy({ free.contains($0) }) else { throw .unknownName }
  }

  func hasName(_ name: String) -> Bool { names.contains(name) }

  /// The argument for `allowed[place]`; nil if it was not given.
  func value(_ place: Int, of allowed: [String]) -> Double? {
    let unnamed = values.count - names.count
    if place < unnamed { return values[place] }
    return names.firstIndex(of: allowed[place]).map { values[unnamed + $0] }
  }

  /// The duration, for an animation that takes no other argument.
  func duration(_ usual: Double) throws(Transaction.TextError) -> Double {
    try allowOnly(["duration"])
    return value(0, of: ["duration"]) ?? usual
  }

  private static func number(
    _ text: Slice<UnsafeRawBufferPointer>
  ) throws(Transaction.TextError) -> Double {
    // Swift also parses hexadecimal numbers, which are not allowed here.
    guard !text.contains(where: { $0 | 0x20 == UInt8(ascii: "x") }),
      let number = Double(String(decoding: text, as: UTF8.self))
    else { throw .unknownName }
    guard number.isFinite else { throw .outOfRange }
    return number
  }

  private static func trimmed(
    _ text: Slice<UnsafeRawBufferPointer>
  ) -> Slice<UnsafeRawBufferPointer> {
    let isSpace = { (byte: UInt8) in byte == UInt8(ascii: " ") }
    let end = text.lastIndex { !isSpace($0) }.map { $0 + 1 } ?? text.startIndex
    return text[..<end].drop(while: isSpace)
  }
}
