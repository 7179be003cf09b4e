import TestSupport
import Testing

extension ConformanceTests {
  /// The outline style's table for #007AFF on a light display: stroke, title, background.
  private static let outlineTable = [
    "normal": ["#E5E5EAFF", "#007AFFFF", "#00000000"],
    "highlighted": ["#E5E5EAFF", "#007AFFFF", "#007AFF4D"],
    "selected": ["#00000000", "#FFFFFFFF", "#007AFFFF"],
    "highlighted+selected": ["#00000000", "#FFFFFFFF", "#005CBFFF"],
    "disabled": ["#F2F2F7FF", "#007AFF4D", "#00000000"],
  ]

  /// Buttons are enabled, disabled, selected and pressed at random, by state and by clients.
  @Test func anOutlineLooksAsItsStateSaysAfterAnyChanges() throws {
    var random = Seed()
    let buttons = 4
    let app = try LiveDaemon.connect()
    let fingers = try (0..<2).map { _ in try LiveDaemon.connect() }
    let display = try ShownButtons(LiveDaemon.connect(), traits: .object([]))
    var model = PressModel(buttons: buttons)
    var isSelected = Array(repeating: false, count: buttons)
    let definitions = (0..<buttons).map {
      """
      {"id":"b\($0)","style":"outline/outline","configuration":{"title":"a"},\
      "isEnabled":{"state":"probe.isOpen.b\($0)"},"isSelected":{"state":"probe.isOn.b\($0)"},\
      "action":{"operations":[{"op":"toggle","key":"probe.isOn.b\($0)"}]}}
      """
    }
    for button in 0..<buttons { model.enable(button, false) }
    try app.call("buttons.define", #"{"buttons":[\#(definitions.joined(separator: ","))]}"#)

    for round in 1...scaled(1_000) {
      let button = Int.random(in: 0..<buttons, using: &random)
      let client = Int.random(in: 0..<fingers.count, using: &random)
      let place = PressModel.Place(button: button, client: client)
      switch Int.random(in: 0..<10, using: &random) {
      case 0...2:
        model.enable(button, !model.isOpen(button))
        // Disabled and enabled again within one tick would be no change, so this waits for it.
        let value = model.isOpen(button)
        let params = #"{"values":{"probe.isOpen.b\#(button)":\#(value)},"wait":"published"}"#
        try app.call("state.set", params)
      case 3...4:
        isSelected[button].toggle()
        let params = #"{"values":{"probe.isOn.b\#(button)":\#(isSelected[button])}}"#
        try app.call("state.set", params)
      case 5...7:
        if model.began(place, at: nil) == nil {
          _ = try fingers[client].refusal(of: "press.began", #"{"id":"b\#(button)"}"#)
        } else {
          try fingers[client].call("press.began", #"{"id":"b\#(button)"}"#)
        }
      case 8:
        model.cancelled(place)
        try fingers[client].call("press.cancelled", #"{"id":"b\#(button)"}"#)
      default:
        let completed = model.completed[button]
        model.ended(place, at: nil)
        if model.completed[button] > completed { isSelected[button].toggle() }
        try fingers[client].call("press.ended", #"{"id":"b\#(button)"}"#)
      }
      // Most changes are looked at together with others, some alone.
      guard round % 7 == 0 || Bool.random(using: &random) else { continue }
      try display.refresh()
      for button in 0..<buttons {
        var bits: [String] = []
        if model.isPressed(button) { bits.append("highlighted") }
        if !model.isOpen(button) { bits.append("disabled") }
        if isSelected[button] { bits.append("selected") }
        let state = bits.isEmpty ? "normal" : bits.joined(separator: "+")
        let look = display.record("b\(button)")?["appearance"]
        let found = ["strokeColor", "titleColor", "backgroundColor"]
          .map { look?[$0]?.string ?? "#00000000" }
        let wanted = Self.outlineTable[state] ?? Self.outlineTable["normal"]
        try #require(found == wanted, "after \(round) changes, b\(button) is \(state)")
      }
    }
    try LiveDaemon.clear()
  }
}
