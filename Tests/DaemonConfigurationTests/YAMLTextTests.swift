import ButtonProtocol
import DaemonConfiguration
import JSONRPC
import Testing

/// What YAML means, and what of it is refused.
struct YAMLTextTests {
  @Test(arguments: [
    ("", "null"), ("# nothing\n", "null"), ("---\n...\n", "null"), ("~", "null"),
    ("a: 1\nb: [x, 2.5, -3]\n", #"{"a":1,"b":["x",2.5,-3]}"#),
    ("- a\n- {b: c}\n-\n", #"["a",{"b":"c"},null]"#),
    ("{}", "{}"), ("[]", "[]"), ("a: {}\nb: []", #"{"a":{},"b":[]}"#),
    // Texts stay texts: YAML 1.2 has no yes, no, on, off, dates and base 60.
    (
      "[yes, no, on, off, y, n, 2001-01-01, 12:30, 1_000]",
      #"["yes","no","on","off","y","n","2001-01-01","12:30","1_000"]"#
    ),
    (
      "[true, True, TRUE, false, False, FALSE, tRUE]",
      #"[true,true,true,false,false,false,"tRUE"]"#
    ),
    ("[null, Null, NULL, ~, nULL]", #"[null,null,null,null,"nULL"]"#),
    (
      "[0, -0, +7, 007, 0x1F, 0o17, 0x, 0o8, 9223372036854775807]",
      #"[0,0,7,7,31,15,"0x","0o8",9223372036854775807]"#
    ),
    (
      "[1.0, .5, 1., -2.5e3, 1e3, 1E-2, ., -, +, 1e, .e1, 1.2.3]",
      #"[1.0,0.5,1.0,-2500.0,1000.0,0.01,".","-","+","1e",".e1","1.2.3"]"#
    ),
    ("['1', \"true\", \"\", '~']", #"["1","true","","~"]"#),
    ("a: |\n  one\n  two\nb: >-\n  three\n  four\n", #"{"a":"one\ntwo\n","b":"three four"}"#),
    (#"["\u00e9\t\x01", 'it''s', "\U0001F600"]"#, #"["é\t\u0001","it's","😀"]"#),
    (
      "[!!str 1, !!int 2, !!float 3, !!bool true, !!null ~, ! 4]",
      #"["1",2,3.0,true,null,"4"]"#
    ),
    ("!!map {a: !!seq [1]}", #"{"a":[1]}"#),
    ("1: a\ntrue: b\n~: c\n2.50: d", #"{"1":"a","true":"b","~":"c","2.50":"d"}"#),
    ("\"<<\": 1", #"{"<<":1}"#),
    ("%YAML 1.2\n---\na: 1\n", #"{"a":1}"#),
    // Anchors.
    (
      "a: &x {k: [1]}\nb: *x\nc: [*x, *x]",
      #"{"a":{"k":[1]},"b":{"k":[1]},"c":[{"k":[1]},{"k":[1]}]}"#
    ),
    ("- &x one\n- *x\n- &x two\n- *x", #"["one","one","two","two"]"#),
    ("- &a [1, &b 2]\n- *b\n- *a", "[[1,2],2,[1,2]]"),
    ("a: &n\nb: *n", #"{"a":null,"b":null}"#),
  ])
  func aDocumentBecomesTheJSONItMeans(yaml: String, json: String) throws {
    let text = try YAML.read(yaml)
    #expect(String(decoding: text.json, as: UTF8.self) == json)
    _ = try JSONParser().parse(json)
  }

  @Test(arguments: [
    ("a: 1\nb: 2\na: 3\n", "3:1: 'a' is there twice; a name occurs once"),
    ("a: {x: 1, \"x\": 2}", "1:11: 'x' is there twice; a name occurs once"),
    ("a: 1\n---\nb: 2\n", "2:1: a second document begins here; one file holds one"),
    ("a: *x", "1:4: no '&x' stands before this"),
    ("a: &x [1, *x]", "1:11: '*x' refers to a node that contains it"),
    ("*x : 1", "1:1: a name has to be text, written out"),
    ("a: &x 1\n*x : 1", "2:1: a name has to be text, written out"),
    ("? [a]\n: 1", "1:3: a name has to be text, written out"),
    ("&k a: 1", "1:1: the name 'a' cannot bear an anchor; put it before the value"),
    (
      "b: &b {x: 1}\na:\n  <<: *b\n",
      "3:3: '<<' is not part of YAML 1.2: write the members out, or alias a whole value"
    ),
    ("a: .inf", "1:4: .inf is not a number here; put quotes around it if it is text"),
    ("a: -.INF", "1:4: -.INF is not a number here; put quotes around it if it is text"),
    ("a: [.nan]", "1:5: .nan is not a number here; put quotes around it if it is text"),
    (
      "a: 9223372036854775808",
      "1:4: 9223372036854775808 is not within the range of 64-bit integers and floats; put quotes"
        + " around it if it is text"
    ),
    (
      "a: 1e999",
      "1:4: 1e999 is not within the range of 64-bit integers and floats; put quotes around it if"
        + " it is text"
    ),
    ("a: !!int x", "1:4: 'x' is not of the type !!int"),
    ("a: !!set {}", "1:4: the tag tag:yaml.org,2002:set is not known for a mapping"),
    ("a: !thing 1", "1:4: the tag !thing is not known"),
    (
      "a: [1, 2",
      "2:1: did not find expected ',' or ']' while parsing a flow sequence that begins in line 1"
    ),
    (
      "limits:\n\tkeys: 5\n",
      "2:1: found character that cannot start any token while scanning"
        + " for the next token that begins in line 2; indent line 2 with spaces, not with a tab"
    ),
    (
      "a: 1\n b: 2\n",
      "2:3: mapping values are not allowed in this context; is line 2 indented as the one above?"
    ),
    (
      "a 1\nb: 2\n",
      "2:2: mapping values are not allowed in this context; line 1 has no colon"
    ),
    (
      "title: Now: open\n",
      "1:11: mapping values are not allowed in this context; put quotes around a text that has a colon in it"
    ),
    (
      "c: {x: 1, c: #ff0000}\n",
      "2:1: did not find expected node content while parsing a flow node that begins in line 2"
        + "; # begins a comment in line 1: quote the colour"
    ),
    (
      "é: \"\\q\"",
      "1:5: found unknown escape character while parsing a quoted scalar that begins in line 1"
    ),
    ("a: b\n\u{1}", "2:1: control characters are not allowed"),
  ])
  func whatIsRefusedIsSaidWithItsPlace(yaml: String, message: String) {
    #expect(YAML.fault(yaml) == message)
  }

  @Test func bytesThatAreNoUTF8AreRefusedWhereTheyStand() {
    let bytes = Array("a: 1\nb: \"".utf8) + [0xC3, 0x28]
    #expect(YAML.fault(bytes) == "2:6: invalid trailing UTF-8 octet")
    // UTF-16 is YAML too, but not here.
    #expect(YAML.fault([0xFF, 0xFE, 0x61, 0x00]) != nil)
  }

  @Test func nestingHasABoundAlsoThroughAliases() throws {
    func nested(_ depth: Int) -> String {
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    _ = try YAML.read(nested(64))
    #expect(YAML.fault(nested(65)) == "1:65: nests deeper than 64 lists and mappings")
    #expect(YAML.fault(nested(5_000))?.hasPrefix("1:65:") == true)
    _ = try YAML.read("- &a \(nested(62))\n- - *a\n")
    #expect(
      YAML.fault("- &a \(nested(63))\n- - *a\n") == "2:5: nests deeper than 64 lists and mappings")
  }

  @Test func aFewLinesOfAliasesDoNotBecomeGigabytes() {
    var bomb = "a0: &a0 [\(Array(repeating: "lol", count: 10).joined(separator: ","))]\n"
    for level in 1...20 {
      let aliases = Array(repeating: "*a\(level - 1)", count: 10).joined(separator: ",")
      bomb += "a\(level): &a\(level) [\(aliases)]\n"
    }
    #expect(YAML.fault(bomb)?.contains("becomes longer than 16777216 bytes") == true)
  }

  @Test func aLargeTextIsRefusedUnread() {
    let text = String(repeating: " ", count: SourceText.maximumBytes + 1)
    #expect(YAML.fault(text) == "1:1: has 16777217 bytes; 16777216 are the most")
  }
}

/// YAML as tests write it.
enum YAML {
  static func read(_ text: String) throws -> SourceText { try YAMLText.read(Array(text.utf8)) }

  /// `line:column: message` of why a text is refused; nil when it is not.
  static func fault(_ text: String) -> String? { fault(Array(text.utf8)) }

  static func fault(_ text: [UInt8]) -> String? {
    do throws(TextFault) {
      _ = try YAMLText.read(text)
      return nil
    } catch {
      return "\(error.place.line):\(error.place.column): \(error.message)"
    }
  }
}
