import TestSupport

/// The cases of a table, shown by a live daemon: a button for each, pressed where the case says so.
final class LiveLooks {
  /// A case and the button that shows it.
  struct Shown {
    let id: String
    let row: LookCase
  }

  private let client: TestClient
  /// One for each display, so that looks are made for it.
  private var displays: [TestClient] = []
  /// All that a live daemon can show: nothing is pressed and disabled at once, or pressed and busy.
  let shown: [Shown]

  /// Defines and presses the buttons of a table.
  init(_ table: String, in daemon: DaemonProcess) throws {
    client = try daemon.connect()
    shown = try LookCase.table(table).filter { row in
      !(row.state.contains("highlighted") && row.state.contains("disabled"))
    }.enumerated().map { Shown(id: "\(table).\($0)", row: $1) }
    let definitions = shown.map { LiveLooks.definition($0).text }.joined(separator: ",")
    try client.call("buttons.define", #"{"buttons":[\#(definitions)],"wait":"published"}"#)
    for button in shown where button.row.state.contains("highlighted") {
      let press = try client.call("press.began", #"{"id":"\#(button.id)"}"#)
      guard press["phase"]?.string == "pressing" else {
        throw TestFailure("\(button.row): \(press.text)")
      }
    }
    for traits in Set(shown.map(\.row.traits.text)) {
      displays.append(try daemon.watch("\(table).*", #","traits":\#(traits)"#).0)
    }
    try client.call("sync")
  }

  /// The record of a button as it is now on its case's display, in its case's state.
  func record(_ button: Shown) throws -> JSONTree {
    if !button.row.keys.isEmpty {
      let values = JSONTree.object(button.row.keys).text
      try client.call("state.set", #"{"values":\#(values),"wait":"published"}"#)
    }
    let result = try client.call(
      "buttons.get", #"{"match":"\#(button.id)","traits":\#(button.row.traits.text)}"#)
    guard let record = result.record(button.id) else {
      throw TestFailure("\(button.row) is not there")
    }
    for key in button.row.keys {
      try client.call(
        "state.update", #"{"operations":[{"op":"remove","key":"\#(key.name)"}]}"#)
    }
    return record
  }

  private static func definition(_ button: Shown) -> JSONTree {
    guard case .object(var members) = button.row.definition else { return .null }
    let bits = button.row.state.split(separator: "+")
    members.insert(JSONTree.Member(name: "id", value: .string(button.id)), at: 0)
    for (name, bit, value) in [
      ("isEnabled", "disabled", false), ("isSelected", "selected", true),
      ("isFocused", "focused", true),
    ] where bits.contains(Substring(bit)) {
      members.append(JSONTree.Member(name: name, value: .bool(value)))
    }
    return .object(members)
  }
}
