import ButtonProtocol

extension ProgramArguments {
  /// What to type to start this daemon with one more option.
  static func command(with option: String) -> String {
    let words = [program ?? "buttond"] + ProgramArguments.words + [option]
    return words.map { word in
      let isPlain = word.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."),
          UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "="), UInt8(ascii: ":"),
          UInt8(ascii: "+"), UInt8(ascii: ","), UInt8(ascii: "@"):
          true
        default: false
        }
      }
      if isPlain, !word.isEmpty { return word }
      return "'"
        + word.split(separator: "'", omittingEmptySubsequences: false)
        .joined(separator: "'\\''") + "'"
    }.joined(separator: " ")
  }
}
