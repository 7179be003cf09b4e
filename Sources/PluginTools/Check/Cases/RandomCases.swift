import ButtonModel
import PluginHost

/// Random buttons and scenes, each determined by a seed and its number.
struct RandomCases {
  private let manifest: Manifest
  private let stateNames: [UTF8String]
  private let seed: UInt64
  private let entries: [CheckCase]

  init(_ manifest: Manifest, stateNames: [UTF8String], seed: UInt64) {
    self.manifest = manifest
    self.stateNames = stateNames.sorted()
    self.seed = seed
    entries = CheckCases(manifest).entries
  }

  func isPrimitive(_ button: CheckCase) -> Bool {
    button.style.map { manifest.styles[$0].isPrimitive } ?? false
  }

  /// There must be at least one style or handler.
  func button(_ number: Int) -> CheckCase {
    var random = SeededGenerator(seed &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
    var button = entries[Int.random(in: entries.indices, using: &random)]
    if button.style != nil, !manifest.handlers.isEmpty, Int.random(in: 0..<4, using: &random) == 0 {
      button.handler = Int.random(in: manifest.handlers.indices, using: &random)
    }
    button.state = ControlState(rawValue: UInt32.random(in: 0..<16, using: &random))
    button.role = ButtonRole.allCases.randomElement(using: &random) ?? .none
    button.isBusy = Bool.random(using: &random)
    button.id = text(&random, atMost: 60)
    button.parameters = parameters(of: button, &random)
    button.configuration = configuration(&random)
    button.traits = (0..<Int.random(in: 1...3, using: &random)).map { _ in traits(&random) }
    return button
  }

  func scene(_ number: Int) -> CheckScene {
    var random = SeededGenerator(seed ^ 0x5CE7_E5CE &+ UInt64(number))
    var scene = CheckScene()
    for name in stateNames where Int.random(in: 0..<8, using: &random) > 0 {
      scene.keys[name] = value(&random)
    }
    scene.now = UInt64.random(in: 0...4_000_000_000_000, using: &random)
    return scene
  }

  private func parameters(of button: CheckCase, _ random: inout SeededGenerator) -> [Parameter] {
    // Style and handler share the arguments: a name that both have must suit both.
    var single = button
    if single.style != nil { single.handler = nil }
    return CheckCases(manifest).descriptors(of: single).compactMap { descriptor in
      guard Int.random(in: 0..<4, using: &random) > 0 else { return nil }
      return Parameter(name: descriptor.name, value: argument(descriptor, &random))
    }
  }

  private func argument(
    _ descriptor: ParameterDescriptor, _ random: inout SeededGenerator
  ) -> StateValue {
    if let example = descriptor.examples.randomElement(using: &random),
      Bool.random(using: &random)
    {
      return example
    }
    switch descriptor.kind {
    case .bool: return .bool(.random(using: &random))
    case .int(let minimum, let maximum):
      let low = minimum ?? .min
      return .int(.random(in: low...max(low, maximum ?? .max), using: &random))
    case .number(let minimum, let maximum):
      let low = minimum ?? min(-1e100, maximum ?? 0)
      let high = max(low, maximum ?? 1e100)
      // The width of a range must be finite.
      let share = (high - low).isFinite ? 1 : 0.5
      return .double(.random(in: low * share...high * share, using: &random))
    case .string(let values):
      guard let value = values.randomElement(using: &random) else {
        return .string(text(&random, atMost: 3_000))
      }
      return .string(UTF8String(value))
    case .color: return .string(UTF8String(Color.hex(.random(in: 0 ... .max, using: &random))))
    }
  }

  private func value(_ random: inout SeededGenerator) -> StateValue {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: .null
    case 1: .bool(.random(using: &random))
    case 2: .int(.random(in: -10...10, using: &random))
    case 3: .int(.random(in: .min ... .max, using: &random))
    case 4: .double(.random(in: -1e6...1e6, using: &random))
    case 5: .string(text(&random, atMost: 2_000))
    default:
      [.json("[1,2,3]"), .json("{\"a\":{\"b\":[]}}"), .json("[]")][
        Int.random(in: 0..<3, using: &random)]
    }
  }

  private func traits(_ random: inout SeededGenerator) -> Traits {
    Traits(
      userInterfaceStyle: .allCases.randomElement(using: &random) ?? .light,
      contrast: .allCases.randomElement(using: &random) ?? .normal,
      contentSize: .allCases.randomElement(using: &random) ?? .l,
      layoutDirection: .allCases.randomElement(using: &random) ?? .leftToRight,
      tint: .rgba(.random(in: 0 ... .max, using: &random)),
      locale: [.english, LanguageTag("de-CH"), LanguageTag("zh-Hant-TW")].compactMap(\.self)
        .randomElement(using: &random) ?? .english,
      reduceMotion: .random(using: &random), boldText: .random(using: &random))
  }

  private func configuration(_ random: inout SeededGenerator) -> PropertyList {
    var entries: [PropertyList.Entry] = []
    for property in Property.allCases where property.row.setters.contains(.configuration) {
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let value: PropertyValue? =
        switch property.row.kind {
        case .bool: .bool(.random(using: &random))
        case .number(let range): .number(.random(in: range, using: &random))
        case .text: .text(text(&random, atMost: 400))
        case .choice(let names): .choice(.random(in: 0..<UInt8(names.count), using: &random))
        case .color: .color(.rgba(.random(in: 0 ... .max, using: &random)))
        case .effect: .effect(.alpha(.random(in: 0...1, using: &random)))
        case .fontEffect: .text("scale(1.5) italic")
        case .attributedText, .transaction, .textRuns: nil
        }
      if let value { entries.append(.init(property: property, value: value)) }
    }
    return PropertyList(entries)
  }

  /// Letters and some long, odd or combining characters.
  private func text(_ random: inout SeededGenerator, atMost limit: Int) -> UTF8String {
    let odd: [Unicode.Scalar] = ["%", "\"", "\u{0}", "\n", "é", "\u{1F600}", "\u{301}", "\u{FFFF}"]
    var text = String.UnicodeScalarView()
    let count = Int.random(in: 0...limit / 4, using: &random)
    for _ in 0..<count {
      if Int.random(in: 0..<8, using: &random) == 0, let one = odd.randomElement(using: &random) {
        text.append(one)
      } else {
        text.append(Unicode.Scalar(UInt8.random(in: 97...122, using: &random)))
      }
    }
    return UTF8String(String(text))
  }
}
