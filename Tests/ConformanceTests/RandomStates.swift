import TestSupport
import Testing

/// One button of each style through random states, seen on four displays at once.
final class RandomStates {
  /// A button, and how the model draws it.
  private struct Subject {
    let id: String
    var state = StyleModel.State()
    var theme = StyleModel.Theme()
    let isThemed: Bool
    let look: (StyleModel, StyleModel.State, StyleModel.Theme) -> [String: JSONTree]
  }

  private let app: TestClient
  private let finger: TestClient
  private let displays: [(model: StyleModel, shown: ShownButtons)]
  private var subjects: [Subject] = []
  /// How often the style that decides about presses took one.
  private(set) var primitivePresses = 0

  /// Defines the buttons.
  init() throws {
    app = try LiveDaemon.connect()
    finger = try LiveDaemon.connect()
    displays = try StyleModel.Display.allCases.map { display in
      let traits = try JSONTree(parsing: display.rawValue)
      return (
        StyleModel(display: display), try ShownButtons(LiveDaemon.connect(), traits: traits)
      )
    }
    try define("outline", "outline/outline", more: #","baseForegroundColor":"systemPink""#) {
      model, state, _ in model.outline(state)
    }
    try define("default", "press/default") { model, state, _ in model.defaultStyle(state) }
    try define("plain", "press/plain") { model, state, _ in model.plainStyle(state) }
    try define("scale", "press/scale") { model, state, _ in model.scaleStyle(state, amount: 0.98) }
    try define("primitive", "press/primitive-scale", parameters: #"{"scaleAmount":0.5}"#) {
      model, state, _ in
      model.scaleStyle(state, amount: 0.5)
    }
    try define("themed", "themed/button", isThemed: true) { $0.themed($1, $2) }
    try define("green", "themed/green") { model, state, _ in model.green(state) }
    try define("pill", "pill/pill") { model, state, _ in model.pill(state) }
    try define("clock", "clock/clock") { model, state, _ in model.clock(state) }
  }

  private func define(
    _ id: String, _ style: String, more: String = "", parameters: String = "{}",
    isThemed: Bool = false,
    _ look: @escaping (StyleModel, StyleModel.State, StyleModel.Theme) -> [String: JSONTree]
  ) throws {
    try app.call(
      "buttons.define",
      #"{"buttons":[{"id":"\#(id)","style":"\#(style)","parameters":\#(parameters),"#
        + #""configuration":{"title":"a"\#(more)},"isEnabled":{"state":"probe.isOpen.\#(id)"},"#
        + #""isSelected":{"state":"probe.isOn.\#(id)"}}],"wait":"published"}"#)
    subjects.append(Subject(id: id, isThemed: isThemed, look: look))
  }

  /// Brings every button into a random state, and says where what is shown differs from the model.
  func step(with random: inout Seed) throws -> [String] {
    var values: [String] = []
    for index in subjects.indices {
      let id = subjects[index].id
      if subjects[index].state.isPressed {
        try finger.call("press.cancelled", #"{"id":"\#(id)"}"#)
      }
      let state = StyleModel.State(
        isDisabled: .random(using: &random), isSelected: .random(using: &random))
      subjects[index].state = state
      values.append(#""probe.isOpen.\#(id)":\#(!state.isDisabled)"#)
      values.append(#""probe.isOn.\#(id)":\#(state.isSelected)"#)
      if subjects[index].isThemed { try redecorate(index, with: &random) }
    }
    try app.call("state.set", #"{"values":{\#(values.joined(separator: ","))},"wait":"published"}"#)
    for index in subjects.indices
    where !subjects[index].state.isDisabled && Bool.random(using: &random) {
      let answer = try finger.call(
        "press.began", #"{"id":"\#(subjects[index].id)","wait":"published"}"#)
      subjects[index].state.isPressed = true
      if subjects[index].id != "primitive" { continue }
      // Its plugin decides what a press is, and is late on a machine that is busy.
      subjects[index].state.isPressed = answer["phase"]?.string == "pressing"
      if subjects[index].state.isPressed { primitivePresses += 1 }
    }
    return try differences()
  }

  /// Other parameters for a themed button.
  private func redecorate(_ index: Int, with random: inout Seed) throws {
    var theme = StyleModel.Theme()
    theme.type = StyleModel.types.keys.sorted().randomElement(using: &random) ?? ""
    theme.display = StyleModel.displays.randomElement(using: &random) ?? ""
    theme.size = StyleModel.sizes.keys.sorted().randomElement(using: &random) ?? ""
    theme.isBouncy = .random(using: &random)
    theme.isFullWidth = .random(using: &random)
    subjects[index].theme = theme
    try app.call(
      "buttons.patch",
      #"{"id":"\#(subjects[index].id)","parameters":{"type":"\#(theme.type)","#
        + #""display":"\#(theme.display)","size":"\#(theme.size)","isBouncy":\#(theme.isBouncy),"#
        + #""isFullWidth":\#(theme.isFullWidth)}}"#)
  }

  private func differences() throws -> [String] {
    var differences: [String] = []
    for (model, shown) in displays {
      try shown.refresh()
      for subject in subjects {
        let look = shown.record(subject.id)?["appearance"]
        for (name, wanted) in subject.look(model, subject.state, subject.theme)
        where look?[name] ?? .null != wanted {
          differences.append(
            "\(subject.id) \(subject.state) \(subject.theme) on \(model.display) \(name): "
              + "wanted \(wanted.text), got \(look?[name]?.text ?? "nothing")")
        }
      }
    }
    return differences
  }
}

extension ConformanceTests {
  @Test func shippedStylesLookAsTheirTablesSayInRandomStates() throws {
    var random = Seed()
    let states = try RandomStates()
    for round in 1...scaled(100) {
      let differences = try states.step(with: &random)
      try #require(differences.isEmpty, "round \(round): \(differences.prefix(5))")
    }
    #expect(states.primitivePresses > 0)
    try LiveDaemon.clear()
  }
}
