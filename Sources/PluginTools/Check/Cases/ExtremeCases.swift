import ButtonModel
import PluginHost

/// Buttons and scenes at the extremes of what a plugin can meet.
struct ExtremeCases {
  private let manifest: Manifest
  private let stateNames: [UTF8String]

  init(_ manifest: Manifest, stateNames: [UTF8String]) {
    self.manifest = manifest
    self.stateNames = stateNames
  }

  var plain: [CheckCase] { CheckCases(manifest).plain }

  var primitives: [CheckCase] { CheckCases(manifest).primitives }

  /// The buttons for the usual scene.
  var buttons: [CheckCase] {
    CheckCases(manifest).entries.flatMap { entry in
      (arguments(of: entry) + surroundings(of: entry)).map { $0 }
    }
  }

  /// What the declared keys may hold, each in a separate scene, and the extremes of time.
  var scenes: [CheckScene] {
    let long = String(repeating: "é", count: min(32_768, 200_000 / max(stateNames.count, 1)))
    let list = "[" + Array(repeating: "0", count: long.utf8.count / 4).joined(separator: ",") + "]"
    let values: [(String, StateValue?)] = [
      ("are absent", nil), ("hold null", .null), ("hold false", .bool(false)),
      ("hold true", .bool(true)), ("hold 0", .int(0)), ("hold -1", .int(-1)),
      ("hold the least integer", .int(.min)), ("hold the greatest integer", .int(.max)),
      ("hold -1e308", .double(-1e308)), ("hold 1e308", .double(1e308)),
      ("hold 5e-324", .double(.leastNonzeroMagnitude)), ("hold 0.5", .double(0.5)),
      ("hold no text", .string("")),
      ("hold a text of \(long.utf8.count) bytes", .string(UTF8String(long))),
      ("hold odd characters", .string("%s%n\u{0}\u{1F469}\u{200D}\u{1F4BB}\u{202E}\u{FFFF}")),
      ("hold []", .json("[]")), ("hold {}", .json("{}")),
      ("hold nested JSON", .json("{\"a\":[{\"b\":null},[[[]]],-0.5e10,\"\\u0000\"]}")),
      ("hold a long list", .json(UTF8String(list))),
    ]
    var scenes = values.map { words, value in
      CheckScene(stateNames, all: value, remark: "all state keys \(words)")
    }
    for (words, now) in [("0", 0), ("the last there is", UInt64.max), ("long ago", 1)] {
      var scene = CheckScene(remark: "the time is \(words)")
      scene.now = now
      scenes.append(scene)
    }
    return scenes
  }

  private func arguments(of entry: CheckCase) -> [CheckCase] {
    let cases = CheckCases(manifest)
    let required = cases.required(of: entry)
    var lists: [[Parameter]] = []
    var least: [Parameter] = []
    var most: [Parameter] = []
    let descriptors = cases.descriptors(of: entry)
    // All of them together must fit a frame.
    let longest = min(8_192, 200_000 / max(descriptors.count, 1))
    for descriptor in descriptors {
      let values = ExtremeCases.values(of: descriptor.kind, longest: longest)
      let others = required.filter { $0.name != descriptor.name }
      for value in values {
        lists.append(others + [Parameter(name: descriptor.name, value: value)])
      }
      if let first = values.first { least.append(Parameter(name: descriptor.name, value: first)) }
      if let last = values.last { most.append(Parameter(name: descriptor.name, value: last)) }
    }
    lists += [least, most]
    return lists.flatMap { list in
      CheckCases.states.map { state in
        var button = entry
        button.state = state
        button.parameters = list.sorted { $0.name < $1.name }
        return button
      }
    }
  }

  /// The values of a parameter from the least to the greatest, which may be a text of `longest`
  /// characters.
  private static func values(of kind: ParameterKind, longest: Int) -> [StateValue] {
    switch kind {
    case .bool: [.bool(false), .bool(true)]
    case .int(let minimum, let maximum): [.int(minimum ?? .min), .int(maximum ?? .max)]
    case .number(let minimum, let maximum):
      [.double(minimum ?? -1e308), .double(maximum ?? 1e308)]
    case .string(let values):
      values.isEmpty
        ? [.string(""), .string(UTF8String(String(repeating: "ß", count: longest)))]
        : values.map { .string(UTF8String($0)) }
    case .color: [.string("#0000"), .string("clear"), .string("#FFFFFFFF"), .string("tint")]
    }
  }

  private func surroundings(of entry: CheckCase) -> [CheckCase] {
    var entry = entry
    entry.parameters = CheckCases(manifest).required(of: entry)
    var buttons: [CheckCase] = []
    func add(_ remark: String?, _ change: (inout CheckCase) -> Void) {
      var button = entry
      button.remark = remark
      change(&button)
      buttons.append(button)
    }
    add(nil) { $0.traits = ContentSize.allCases.map { Traits(contentSize: $0) } }
    add(nil) { button in
      button.traits = [Traits(layoutDirection: .rightToLeft)] + CheckCases.displays
    }
    add("the longest locale") { button in
      button.traits =
        LanguageTag("de-1994-abcdefgh-abcdefgh-12345678").map { [Traits(locale: $0)] } ?? []
    }
    add("reduced motion, bold text") {
      $0.traits = [Traits(reduceMotion: true, boldText: true)]
    }
    add("tint clear") { $0.traits = [Traits(tint: .rgba(0))] }
    for role in ButtonRole.allCases { add(nil) { $0.role = role } }
    add(nil) { $0.isBusy = true }
    add("id of 255 bytes") { $0.id = UTF8String(String(repeating: "i", count: 255)) }
    add("id of odd characters") { $0.id = "ü.\u{1F600}" }
    add("no configuration") { $0.configuration = PropertyList() }
    add("every number at its least") { $0.configuration = configuration(isLeast: true) }
    add("every number at its greatest, texts of 4 KiB") {
      $0.configuration = configuration(isLeast: false)
    }
    return buttons
  }

  /// Sets every property.
  private func configuration(isLeast: Bool) -> PropertyList {
    let text = UTF8String(isLeast ? "" : String(repeating: "W", count: 4_096))
    return PropertyList(
      Property.allCases.compactMap { property in
        guard property.row.setters.contains(.configuration) else { return nil }
        let value: PropertyValue? =
          switch property.row.kind {
          case .bool: .bool(!isLeast)
          case .number(let range): .number(isLeast ? range.lowerBound : range.upperBound)
          case .text: .text(text)
          case .choice(let names): .choice(isLeast ? 0 : UInt8(names.count - 1))
          case .color: .color(isLeast ? .rgba(0) : .named(.label))
          case .effect: .effect(isLeast ? .alpha(0) : .grayscale)
          case .fontEffect: .text(isLeast ? "scale(0.1)" : "scale(10)")
          case .attributedText, .transaction, .textRuns: nil
          }
        return value.map { PropertyList.Entry(property: property, value: $0) }
      })
  }
}
