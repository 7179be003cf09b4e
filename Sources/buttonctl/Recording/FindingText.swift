import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// What a replay found, for people and for programs.
struct FindingText {
  let outcome: Player.Outcome
  let file: String

  /// The findings for people; nil if everything is as recorded.
  var text: String? {
    outcome.found.isEmpty ? nil : outcome.found.map(text).joined(separator: "\n")
  }

  private func text(_ found: Player.Found) -> String {
    var lines: [String] = []
    switch found.finding {
    case .look(let difference):
      let location = difference.line > 0 ? "\(file):\(difference.line)" : file
      lines.append("\(location): button '\(difference.id)' looks different from the recording")
      lines.append(contentsOf: FindingText.rows(difference))
    case .refusal(let recorded, let replayed):
      let location = "\(file):\(found.last?.line ?? 0)"
      lines.append(
        "\(location): the input was \(recorded.map { "refused (\($0))" } ?? "accepted"), and is now "
          + "\(replayed.map { "refused (\($0))" } ?? "accepted")")
    }
    if let (line, input) = found.last {
      let params = String(decoding: input.params, as: UTF8.self)
      lines.append(
        "  after input \(found.inputs), line \(line): \(input.inputMethod) "
          + "\(FindingText.excerpt(params)) of connection \(input.connection)"
          + (input.client.map { " (\($0))" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  private static func rows(_ difference: Comparison.Difference) -> [String] {
    guard let recorded = difference.recorded else { return ["  it did not exist"] }
    guard let replayed = difference.replayed else { return ["  it does not exist"] }
    var table = Table("", "", "RECORDED", "REPLAYED")
    func add(_ name: String, _ one: String?, _ other: String?) {
      if one != other {
        table.add("", Table.Cell(name), Table.Cell(one), Table.Cell(other))
      }
    }
    let (one, other) = (
      recorded.appearance ?? AppearanceMembers(), replayed.appearance ?? AppearanceMembers()
    )
    var names = one.members.map(\.name)
    names += other.members.map(\.name).filter { !names.contains($0) }
    for name in names {
      add(name.string, one[name].map(ValueText.text), other[name].map(ValueText.text))
    }
    add(
      "transaction", recorded.transaction.map(ValueText.text),
      replayed.transaction.map(ValueText.text))
    add("status", recorded.status.map(LookLine.trouble), replayed.status.map(LookLine.trouble))
    return table.text.split(separator: "\n").map(String.init)
  }

  private static func excerpt(_ text: String) -> String {
    text.count <= 120 ? text : "\(text.prefix(117))..."
  }

  /// The last line for people.
  var summary: String {
    var text = "\(outcome.inputs) input(s) played"
    guard outcome.found.isEmpty else {
      let count = outcome.found.count
      return count == 1 ? text : "\(text), \(count) differences"
    }
    text += outcome.frames > 0 ? ", \(outcome.frames) frame(s) as recorded" : ""
    if outcome.divided > 0 {
      text += "; \(outcome.divided) time(s) the same looks came in different frames"
    }
    return text
  }

  var json: JSONDocument {
    JSONDocument { writer in
      writer.member("same", outcome.found.isEmpty)
      writer.member("inputs", outcome.inputs)
      writer.member("frames", outcome.frames)
      writer.member("divided", outcome.divided)
      guard let first = outcome.found.first else { return }
      FindingText.write(first, into: &writer)
      if outcome.found.count == 1 { return }
      writer.key("further")
      writer.beginArray()
      for found in outcome.found.dropFirst() {
        writer.beginObject()
        FindingText.write(found, into: &writer)
        writer.endObject()
      }
      writer.endArray()
    }
  }

  private static func write(_ found: Player.Found, into writer: inout JSONWriter) {
    switch found.finding {
    case .look(let difference):
      writer.object("difference") { writer in
        writer.member("line", difference.line)
        writer.member("id", difference.id)
        writer.member("recorded", ifPresent: difference.recorded)
        writer.member("replayed", ifPresent: difference.replayed)
      }
    case .refusal(let recorded, let replayed):
      writer.object("refusal") { writer in
        writer.member("recorded", ifPresent: recorded)
        writer.member("replayed", ifPresent: replayed)
      }
    }
    guard let (line, input) = found.last else { return }
    writer.object("lastInput") { writer in
      writer.member("line", line)
      writer.member("method", input.inputMethod)
      writer.member("connection", input.connection)
    }
  }
}

extension JSONWriter {
  fileprivate mutating func object(_ name: StaticString, _ members: (inout JSONWriter) -> Void) {
    key(name)
    beginObject()
    members(&self)
    endObject()
  }
}
