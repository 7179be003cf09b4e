import ButtonModel

extension NoteFrame {
  /// The value that was refused and why; nil if it is not the author's mistake.
  package var refusedSetWords: String? {
    let name = Excerpt(name.bytes, atMost: 255).description
    let what = "sets \(name.isEmpty ? "a name that is none" : name) to \(shownValue)"
    switch status {
    case CallStatus.invalid:
      return valueType == 4 && !name.isEmpty ? "\(what), which is not UTF-8" : what
    case CallStatus.type: return "\(what), \(shownType); it takes \(kindOfProperty)"
    case CallStatus.unknownKey:
      let nearest = self.name.bytes.withUnsafeBytes {
        PropertyRegistry.nearest(to: $0, settableBy: .plugin)
      }
      return "sets \(name), which this host does not know"
        + NearestName.advice(nearest.map { "\($0.row.name)" })
    case CallStatus.range: return "\(what), which is outside of what it takes: \(kindOfProperty)"
    case CallStatus.limit: return "\(what), and a limit is reached"
    case CallStatus.state: return "\(what), which can only be read or set elsewhere"
    default: return nil
    }
  }

  private var shownValue: String {
    switch valueType {
    case 0: "null"
    case 1: bits == 0 ? "false" : bits == 1 ? "true" : "the flag \(bits)"
    case 2: "\(Int64(bitPattern: bits))"
    case 3: "\(Double(bitPattern: bits))"
    case 4: bits > 160 ? "a text of \(bits) bytes" : "'\(Excerpt(text.bytes))'"
    case 5: Color.hex(UInt32(truncatingIfNeeded: bits))
    case 6: "JSON"
    default: "a value of the unknown type \(valueType)"
    }
  }

  private var shownType: String {
    let names = ["null", "a flag", "an integer", "a number", "a text", "a colour", "JSON"]
    return valueType < names.count ? names[Int(valueType)] : "of an unknown type"
  }

  private var kindOfProperty: String {
    let property = name.bytes.withUnsafeBytes { PropertyRegistry.property(named: $0) }
    guard let property else { return "something else" }
    switch property.row.kind {
    case .number(let range):
      return "\(NoteFrame.number(range.lowerBound)) to \(NoteFrame.number(range.upperBound))"
    case .choice(let names): return names.map(\.string).joined(separator: ", ")
    case .color: return "#RGB, #RRGGBB, #RRGGBBAA or the name of a colour"
    case .effect: return "an effect, such as opacity(0.5)"
    case .fontEffect: return "a font effect, such as weight(bold)"
    case .transaction: return "a transaction, such as easeInOut(0.2)"
    case .textRuns: return #"JSON text of runs, such as [{"text": "a", "color": "systemRed"}]"#
    case .bool, .text, .attributedText: return property.row.kind.plain.rawValue
    }
  }

  /// Formats a number, without `.0` if it is whole.
  private static func number(_ value: Double) -> String {
    Int64(exactly: value).map(String.init) ?? "\(value)"
  }
}
