import DaemonConfiguration
import JSONRPC
import TestSupport
import Testing

/// Texts that were right before something happened to them.
struct DamagedTextTests {
  private static let texts = [
    SourceTextTests.yaml,
    """
    # A comment
    plugins: {paths: [a, "b c", 'd''e'], limits: {intensity: 5}}
    buttons:
      - &base {id: a, style: plain, configuration: {title: "é\\u00e9\\t", imagePadding: 1.5e1}}
      - id: b
        action: {payload: *base, operations: []}
      - |
        text
        more
    """,
    #"{"a": {"b": [1, -2.5e3, true, null, "x\u00e9\n"], "": {}}, "c": [[], [{"d": "é"}]]}"#,
  ]
  private static let alphabet =
    Array("{}[]\",:&*!|>-?#%@'\\u0eE+.19 \t\r\n~<é\u{0}".utf8) + [0xFF, 0xC3]

  @Test func damageIsAFaultOrAnotherTextAndNeverWorse() {
    var random = Seed()
    var (accepted, refused) = (0, 0)
    for _ in 0..<scaled(2_000) {
      var text = Array((DamagedTextTests.texts.randomElement(using: &random) ?? "").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !text.isEmpty {
        let place = Int.random(in: 0..<text.count, using: &random)
        let byte = DamagedTextTests.alphabet.randomElement(using: &random) ?? 0
        switch Int.random(in: 0..<4, using: &random) {
        case 0: text[place] = byte
        case 1: text.insert(byte, at: place)
        case 2: text.remove(at: place)
        default:
          let end = min(text.count, place + Int.random(in: 1...12, using: &random))
          text.insert(
            contentsOf: text[place..<end], at: Int.random(in: 0...text.count, using: &random))
        }
      }
      if check(text) { accepted += 1 } else { refused += 1 }
    }
    #expect(accepted > 0 && refused > 0)
  }

  /// Checks what came of a text; whether it is YAML still.
  private func check(_ text: [UInt8]) -> Bool {
    let parser = JSONParser()
    let shown = String(decoding: text, as: UTF8.self)
    let yaml = try? YAMLText.read(text)
    if let yaml {
      let root = yaml.json.withUnsafeBytes { try? parser.parse(copying: $0) }
      #expect(root != nil, "\(shown)")
    }
    let isJSON = text.withUnsafeBytes { (try? parser.parse(copying: $0)) != nil }
    let fault = JSON.fault(text)
    if isJSON {
      #expect(fault == nil || fault?.hasSuffix("a name occurs once") == true, "\(shown)")
    }
    return yaml != nil
  }
}
