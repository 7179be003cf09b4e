import TestSupport

/// What a step wants to see of one button on one display.
///
/// `appearance` are some of its members, of which null is absent; `whole` is all of them, in their
/// order. `transaction` is that of the button's last record, null is none; `frames` the number of
/// records since the button was last looked at; `status` a ``JSONPattern``, null is none and holds
/// unless given. `isShown` false: the button is not there.
struct Expectation {
  private let json: JSONTree
  /// The button.
  let id: String

  private static let members: Set<String> = [
    "id", "appearance", "whole", "transaction", "frames", "status", "isShown",
  ]

  init(_ json: JSONTree) throws {
    guard case .object(let members) = json, let id = json["id"]?.string else {
      throw TestFailure("an expectation needs an id: \(json.text)")
    }
    for member in members where !Self.members.contains(member.name) {
      throw TestFailure("an expectation has an unknown member \(member.name)")
    }
    self.json = json
    self.id = id
  }

  /// Where a display that has been refreshed differs.
  func differences(on display: ShownButtons) throws -> [String] {
    let news = display.takeNews(of: id)
    guard let record = display.record(id) else {
      return json["isShown"] == .bool(false) ? [] : ["\(id) is not shown"]
    }
    if json["isShown"] == .bool(false) { return ["\(id) is shown"] }
    var differences = look(of: record) + motion(news)
    if let status = json["status"], status != .null {
      var pattern = JSONPattern()
      if let text = pattern.mismatch(status, record["status"] ?? .null, at: "\(id) status") {
        differences.append(text)
      }
    } else if let status = record["status"] {
      differences.append("\(id) has a status \(status.text)")
    }
    if let current = try display.currentRecord(id), current != record {
      differences.append("\(id) is shown as \(record.text), and is \(current.text)")
    }
    return differences
  }

  private func look(of record: JSONTree) -> [String] {
    guard let appearance = record["appearance"] else { return ["\(id) has no appearance"] }
    var differences: [String] = []
    if case .object(let wanted)? = json["appearance"] {
      for member in wanted {
        let found = appearance[member.name]
        if member.value != found ?? .null {
          differences.append(
            "\(id) \(member.name): wanted \(member.value.text), got \(found?.text ?? "nothing")")
        }
      }
    }
    if let whole = json["whole"], whole != appearance {
      differences.append("\(id): wanted\n  \(whole.text), got\n  \(appearance.text)")
    }
    return differences
  }

  private func motion(_ news: [JSONTree]) -> [String] {
    var differences: [String] = []
    if let count = json["frames"]?.int, count != news.count {
      differences.append("\(id): wanted \(count) records, got \(news.count)")
    }
    if let wanted = json["transaction"] {
      let found = news.last?["transaction"]
      if wanted != found ?? .null {
        differences.append(
          "\(id) transaction: wanted \(wanted.text), got \(found?.text ?? "none")")
      }
    }
    return differences
  }
}
