enum Function: UInt8, CaseIterable, Sendable {
  case size, contains, startsWith, endsWith, lowerAscii, upperAscii, trim, split, join, replace,
    substring, min, max, abs, round, floor, ceil, format, string, int, double

  enum Style: Sendable {
    /// Such as `size(x)`.
    case plain
    /// Such as `x.trim()`.
    case method
    case both
  }

  struct Signature: Sendable {
    let style: Style
    /// A method's receiver is the first.
    let parameters: [KindSet]
    /// How many of the parameters must be given.
    let required: Int
    /// The last parameter may be repeated.
    var isVariadic = false
    let result: KindSet

    init(
      _ style: Style, _ parameters: [KindSet], required: Int? = nil, isVariadic: Bool = false,
      _ result: KindSet
    ) {
      self.style = style
      self.parameters = parameters
      self.required = required ?? parameters.count
      self.isVariadic = isVariadic
      self.result = result
    }

    func parameter(_ index: Int) -> KindSet { parameters[Swift.min(index, parameters.count - 1)] }

    /// `count` includes the receiver.
    func takes(_ count: Int) -> Bool {
      count >= required && (isVariadic || count <= parameters.count)
    }
  }

  var name: String { Self.names[Int(rawValue)] }

  init?(name: String) {
    guard let index = Self.names.firstIndex(of: name) else { return nil }
    self = Self.allCases[index]
  }

  /// By raw value.
  static let names = allCases.map { String(describing: $0) }

  var signature: Signature { Self.signatures[Int(rawValue)] }

  private static let signatures: [Signature] = allCases.map(\.declared)

  private var declared: Signature {
    switch self {
    case .size: Signature(.both, [[.string, .list, .map]], .int)
    case .contains, .startsWith, .endsWith: Signature(.method, [.string, .string], .bool)
    case .lowerAscii, .upperAscii, .trim: Signature(.method, [.string], .string)
    case .split: Signature(.method, [.string, .string, .int], required: 2, .list)
    case .join: Signature(.method, [.list, .string], required: 1, .string)
    case .replace: Signature(.method, [.string, .string, .string, .int], required: 3, .string)
    case .substring: Signature(.method, [.string, .int, .int], required: 2, .string)
    case .min, .max:
      Signature(.plain, [[.int, .double, .list], .number], required: 1, isVariadic: true, .number)
    case .abs, .round, .floor, .ceil: Signature(.plain, [.number], .number)
    case .format: Signature(.both, [.string, .list], .string)
    case .string: Signature(.plain, [[.bool, .int, .double, .string]], .string)
    case .int: Signature(.plain, [[.int, .double, .string]], .int)
    case .double: Signature(.plain, [[.int, .double, .string]], .double)
    }
  }

  /// The form to show in a message: `VALUE.split(…)`.
  var usage: String {
    switch signature.style {
    case .plain: "\(name)(…)"
    case .both: "\(name)(…) or VALUE.\(name)(…)"
    case .method: "VALUE.\(name)(\(signature.parameters.count > 1 ? "…" : ""))"
    }
  }
}
