import ButtonModel
import ButtonProtocol
import PluginChannel

/// A plugin's answer for one button, independent of its frame.
struct CheckAnswer {
  /// 0, or the plugin's negative status.
  let status: Int32
  /// Its look had no room beside the others.
  let isCrowdedOut: Bool
  let message: String
  let readsTraits: Bool
  /// Sorted.
  let reads: [String]
  let passes: [AnswerPass]
  let microseconds: UInt32

  var isLook: Bool { status == 0 }

  /// `index` is that of the trait set in the request.
  func pass(_ index: Int) -> AnswerPass? {
    passes.count == 1 ? passes[0] : index < passes.count ? passes[index] : nil
  }

  /// Nil if the answers are equal.
  func difference(from other: CheckAnswer) -> String? {
    if status != other.status {
      return "status \(other.status) became \(status) (\(other.message); \(message))"
    }
    if message != other.message { return "'\(other.message)' became '\(message)'" }
    if readsTraits != other.readsTraits { return "it read traits one time and not the other" }
    if reads != other.reads {
      return "it read [\(other.reads.joined(separator: ", "))], then "
        + "[\(reads.joined(separator: ", "))]"
    }
    if passes.count != other.passes.count { return "it made \(passes.count) looks, not the same" }
    for (mine, theirs) in zip(passes, other.passes) {
      if let difference = CheckAnswer.difference(mine, theirs) { return difference }
    }
    return nil
  }

  private static func difference(_ new: AnswerPass, _ old: AnswerPass) -> String? {
    for property in Property.allCases where new.properties[property] != old.properties[property] {
      let (before, after) = (old.properties[property], new.properties[property])
      return "\(property.row.name) was \(CheckAnswer.text(before)), then \(CheckAnswer.text(after))"
    }
    return new.extras == old.extras ? nil : "its own x- properties were not the same"
  }

  private static func text(_ value: PropertyValue?) -> String {
    switch value {
    case nil: "not set"
    case .bool(let value): "\(value)"
    case .number(let value): "\(value)"
    case .text(let text): "'\(Excerpt(text.bytes))'"
    case .choice(let index): "choice \(index)"
    case .color(.rgba(let rgba)): Color.hex(rgba)
    case .color(.named(let name)): name.name
    case .color(.dynamic(let color)): Color.hex(color.light)
    case .effect(let effect): "\(effect)"
    case .attributedText(let text): "'\(Excerpt(text.text.bytes))'"
    }
  }
}
