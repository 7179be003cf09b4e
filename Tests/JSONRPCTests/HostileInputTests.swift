import HostileInputs
import TestSupport
import Testing

struct HostileInputTests {
  private static let lines = [
    #"{"jsonrpc":"2.0","method":"state.set","params":{"values":{"checkout.itemCount":9000000001}}}"#,
    #"[{"jsonrpc":"2.0","method":"a","id":1.50},{"id":"\u0041","jsonrpc":"2.0","method":"b"},[],1]"#,
    #"{"id":123456789012345678901234567890,"params":[1e999,-0.0,1e-7,{"b":[true,null],"a":"é😀"}]}"#,
    #"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"\"\\","data":{"path":"a.b"}}}"#,
    String(repeating: "[", count: 63) + "{\"a\":[]}" + String(repeating: "]", count: 63),
  ]

  @Test func wellFormedLinesAreAllRead() {
    let stream = Array((Self.lines.joined(separator: "\r\n") + "\n").utf8)
    // The last line is one container too deep.
    #expect(stream.withUnsafeBytes { HostileInput.exercise($0) } == Self.lines.count - 1)
  }

  @Test func damagedLinesDoNoHarm() {
    var random = Seed()
    let alphabet = Array("{}[]\",:\\u0eE+-.1923atfn \t\r\n\u{0}é".utf8) + [0xFF, 0xC0, 0xED]
    let count = scaled(3000)
    var accepted = 0
    for _ in 0..<count {
      var stream = Array(
        ((Self.lines.randomElement(using: &random) ?? "") + "\n"
          + (Self.lines.randomElement(using: &random) ?? "") + "\n").utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) where !stream.isEmpty {
        let place = Int.random(in: 0..<stream.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: stream[place] = alphabet.randomElement(using: &random) ?? 0
        case 1: stream.insert(alphabet.randomElement(using: &random) ?? 0, at: place)
        case 2: stream.remove(at: place)
        default:
          let end = min(stream.count, place + Int.random(in: 1...12, using: &random))
          stream.insert(contentsOf: stream[place..<end], at: 0)
        }
      }
      accepted += stream.withUnsafeBytes { HostileInput.exercise($0) }
    }
    #expect(accepted > count / 10 && accepted < count * 2, "some are read, some are refused")
  }
}
