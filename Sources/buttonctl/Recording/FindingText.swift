import ButtonClient
import ButtonModel
import ButtonProtocol
import JSONRPC

/// What a replay found, for people and for programs.
struct FindingText {
  let outcome: Player.Outcome
  let file: String

  /// The lines for people; nil where all is as it was recorded.
  var text: String? {
    guard let finding = outcome.finding else { return nil }
    var lines: [String] = []
    switch finding {
    case .look(let difference):
      let place = difference.line > 0 ? "\(file):\(difference.line)" : file
      lines.append("\(place): button '\(difference.id)' is not as it was recorded")
      lines.append(contentsOf: FindingText.rows(difference))
    case .refusal(let recorded, let replayed):
      let place = "\(file):\(outcome.last?.line ?? 0)"
      lines.append(
        "\(place): the input was \(recorded.map { "refused (\($0))" } ?? "accepted"), and is now "
          + "\(replayed.map { "refused (\($0))" } ?? "accepted")")
    }
    if let (line, input) = outcome.last {
      let params = String(decoding: input.params, as: UTF8.self)
      lines.append(
        "  after input \(outcome.inputs), line \(line): \(input.inputMethod) "
          + "\(FindingText.excerpt(params)) of connection \(input.connection)"
          + (input.client.map { " (\($0))" } ?? ""))
    }
    return lines.joined(separator: "\n")
  }

  /// The lines of a table with what differs.
  private static func rows(_ difference: Comparison.Difference) -> [String] {
    guard let recorded = difference.recorded else { return ["  it was not there"] }
    guard let replayed = difference.replayed else { return ["  it is not there"] }
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
    guard outcome.finding == nil else { return text }
    text += outcome.frames > 0 ? ", \(outcome.frames) frame(s) as recorded" : ""
    if outcome.divided > 0 {
      text += "; \(outcome.divided) time(s) the same looks came in other frames"
    }
    return text
  }

  /// All of it as one document.
  var json: JSONDocument {
    var writer = JSONWriter()
    writer.beginObject()
    writer.member("same", outcome.finding == nil)
    writer.member("inputs", outcome.inputs)
    writer.member("frames", outcome.frames)
    writer.member("divided", outcome.divided)
    switch outcome.finding {
    case nil: break
    case .look(let difference):
      writer.key("difference")
      writer.beginObject()
      writer.member("line", difference.line)
      writer.member("id", difference.id)
      writer.member("recorded", ifPresent: difference.recorded)
      writer.member("replayed", ifPresent: difference.replayed)
      writer.endObject()
    case .refusal(let recorded, let replayed):
      writer.key("refusal")
      writer.beginObject()
      writer.member("recorded", ifPresent: recorded)
      writer.member("replayed", ifPresent: replayed)
      writer.endObject()
    }
    if outcome.finding != nil, let (line, input) = outcome.last {
      writer.key("lastInput")
      writer.beginObject()
      writer.member("line", line)
      writer.member("method", input.inputMethod)
      writer.member("connection", input.connection)
      writer.endObject()
    }
    writer.endObject()
    return JSONDocument(writer)
  }
}
