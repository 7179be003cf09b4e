import ButtonModel
import JSONRPC
import TestSupport
import Testing

@testable import ButtonProtocol

@Suite struct MatchTests {
  /// Patterns, ids that fit, ids that don't.
  static let globs: [(String, [String], [String])] = [
    ("kiosk.*", ["kiosk.", "kiosk.a", "kiosk.a.b"], ["kiosk", "akiosk.a", "kioskxa"]),
    ("*.pay", [".pay", "a.pay", "a.b.pay"], ["pay", "a.pays"]),
    ("*", ["", "a", "a.b"], []),
    ("?", ["a", "."], ["", "ab"]),
    ("a?c", ["abc", "a.c"], ["ac", "abbc"]),
    ("a*c", ["ac", "abc", "abcbc"], ["acb", "ab"]),
    ("*a*b*", ["ab", "xaxbx", "aab"], ["ba", "a"]),
    ("a*?", ["ab", "abc"], ["a"]),
    ("*?*", ["a", "ab"], [""]),
    ("[ab]*", ["[ab]x"], ["a", "b"]),
    ("a\\*", ["a\\", "a\\b"], ["a*"]),
    ("a*a*a*b", ["aaab", "axaxaxb"], ["aaaaaaaaaaaaaaaaaaaaaaaaaaaa"]),
  ]

  @Test(arguments: globs)
  func aGlobMatchesTheWholeID(pattern: String, fits: [String], others: [String]) {
    let matcher = Matcher(Match(patterns: [UTF8String(pattern)]))
    for id in fits { #expect(matcher.matches(id: UTF8String(id)), "\(pattern) fits \(id)") }
    for id in others { #expect(!matcher.matches(id: UTF8String(id)), "\(pattern) fits \(id)") }
  }

  @Test func exactIDsAreFoundAmongMany() {
    let ids = (0..<1_000).map { UTF8String("button.\($0)") }
    let matcher = Matcher(Match(patterns: ids.shuffled()))
    #expect(matcher.match.isExact)
    for id in ids { #expect(matcher.matches(id: id)) }
    #expect(!matcher.matches(id: "button.1000"))
    #expect(!matcher.matches(id: "button."))
    #expect(!matcher.matches(id: ""))
  }

  @Test func globsAgreeWithASlowerMatcherOnRandomInput() {
    var seed = Seed()
    let alphabet = Array("ab.*?".utf8)
    for _ in 0..<scaled(20_000) {
      let pattern = (0..<Int.random(in: 0..<8, using: &seed)).map { _ in
        alphabet[Int.random(in: 0..<5, using: &seed)]
      }
      let id = (0..<Int.random(in: 0..<10, using: &seed)).map { _ in
        alphabet[Int.random(in: 0..<3, using: &seed)]
      }
      var work = 0
      let found = id.withUnsafeBytes {
        Glob(UTF8String(bytes: pattern)).matches($0, work: &work)
      }
      #expect(found == slowly(pattern[...], id[...]), "\(pattern) \(id)")
    }
  }

  private func slowly(_ pattern: ArraySlice<UInt8>, _ id: ArraySlice<UInt8>) -> Bool {
    guard let first = pattern.first else { return id.isEmpty }
    if first == UInt8(ascii: "*") {
      return slowly(pattern.dropFirst(), id) || (!id.isEmpty && slowly(pattern, id.dropFirst()))
    }
    guard let next = id.first, first == UInt8(ascii: "?") || first == next else { return false }
    return slowly(pattern.dropFirst(), id.dropFirst())
  }

  /// What is written, and the normal form.
  static let forms: [(String, String)] = [
    (#""a""#, #""a""#),
    (#"["b","a","b"]"#, #"["a","b"]"#),
    (#"["a"]"#, #""a""#),
    (#"["b","k.**","a*","a"]"#, #"["a","b","a*","k.*"]"#),
    (#"["a","***"]"#, #""*""#),
    (#"[]"#, #"[]"#),
    (#"{"group":"g"}"#, #"{"group":"g"}"#),
    (#"{"group":"g","future":1}"#, #"{"group":"g"}"#),
  ]

  @Test(arguments: forms)
  func equalMatchesHaveOneForm(text: String, normal: String) throws {
    let match = try withElement(text) { try Match(json: $0) }
    #expect(written(match) == normal)
    #expect(try withElement(normal) { try Match(json: $0) } == match)
  }

  @Test(arguments: ["1", "null", "true", #"["a",1]"#, #"{"group":1}"#, "{}", #"[["a"]]"#])
  func whatIsNoMatchIsRefused(text: String) throws {
    let error = try protocolError { _ = try withElement(text) { try Match(json: $0) } }
    #expect(error?.reason == .invalidParams)
  }

  @Test func aMatchHasSoManyGlobsAndIDs() throws {
    func match(_ patterns: [String]) throws -> Match {
      let text = "[" + patterns.map { "\"\($0)\"" }.joined(separator: ",") + "]"
      return try withElement(text) { try Match(json: $0) }
    }
    let globs = (0..<Match.maximumGlobs).map { "a\($0).*" }
    #expect(try match(globs + globs).globs.count == Match.maximumGlobs)
    let ids = (0..<Match.maximumNames).map { "a\($0)" }
    #expect(try match(ids + globs).ids.count == Match.maximumNames)
    #expect(try protocolError { _ = try match(ids + ["b"]) }?.limit == "names")
    let error = try protocolError { _ = try match(globs + ["b?"]) }
    #expect(error?.reason == .limitExceeded)
    #expect(error?.limit == "globs")
    #expect(error?.value == Match.maximumGlobs)
    #expect(try match(globs + ["b?", "*"]) == .everything)
  }

  @Test func aGroupMeansItsButtonsAndNoIDs() {
    let matcher = Matcher(Match(group: "g"))
    func matches(_ id: String, _ group: UTF8String?) -> Bool {
      UTF8String(id).bytes.withUnsafeBytes { matcher.matches(id: $0, group: group) }
    }
    #expect(matches("a", "g"))
    #expect(!matches("g", nil))
    #expect(!matches("a", "h"))
  }

  @Test func idsOfARequestAreNeverGlobs() {
    let match = Match(ids: ["a*", "b"])
    #expect(match.isExact)
    #expect(!Matcher(match).matches(id: "ab"))
    #expect(Matcher(match).matches(id: "a*"))
  }
}

@Suite struct MatchIndexTests {
  private static func text(_ letters: String, _ random: inout Seed) -> UTF8String {
    let letters = Array(letters.utf8)
    return UTF8String(
      bytes: (0..<Int.random(in: 1..<7, using: &random)).map { _ in
        letters[Int.random(in: letters.indices, using: &random)]
      })
  }

  @Test func theIndexFindsWhatEveryMatcherFinds() {
    var random = Seed()
    for _ in 0..<scaled(50) {
      var index = MatchIndex()
      var matches: [Int: Match] = [:]
      for place in 0..<60 {
        let match =
          Int.random(in: 0..<6, using: &random) == 0
          ? Match(group: MatchIndexTests.text("g", &random))
          : Match(
            patterns: (0..<Int.random(in: 1..<5, using: &random)).map { _ in
              MatchIndexTests.text("aab.*?", &random)
            })
        matches[place] = match
        index.insert(match, at: place)
      }
      for place in 0..<60 where Bool.random(using: &random) {
        if let match = matches.removeValue(forKey: place) { index.remove(match, at: place) }
      }
      for _ in 0..<60 {
        let id = MatchIndexTests.text("aab.", &random)
        let group = Bool.random(using: &random) ? MatchIndexTests.text("g", &random) : nil
        let wanted = matches.filter { _, match in
          id.bytes.withUnsafeBytes { Matcher(match).matches(id: $0, group: group) }
        }
        let found = index.places(id: id, group: group) { matches[$0] }
        #expect(found == wanted.keys.sorted(), "\(id)")
      }
    }
  }

  @Test func aGlobLongerThanAnyIDIsRefused() throws {
    let most = String(repeating: "a", count: 128)
    _ = try withElement("\"*\(most)*\"") { try Match(json: $0) }
    let error = try protocolError {
      try withElement("[\"x\", \"*\(most)?\"]") { _ = try Match(json: $0) }
    }
    #expect(error?.reason == .limitExceeded)
    #expect(error?.limit == "idBytes")
  }
}
