import Testing

@testable import JSONRPC

/// The messages of a line in a notation of their own: `method(params) id`, or `! id` if invalid.
func messages(_ text: String) throws -> [String] {
  let line = PaddedLine(text)
  let parser = JSONParser()
  var reader = EnvelopeReader(try parser.parse(line.bytes), line: line.bytes)
  var result: [String] = []
  while let message = reader.next() {
    switch message {
    case .invalid(let id, _):
      result.append("! " + written { $0.id(id) })
    case .call(let call):
      var params = call.hasPositionalParams ? "positional" : ""
      if let element = call.params {
        var writer = JSONWriter()
        try writer.canonical(element)
        params = writer.string
      }
      let id = call.isNotification ? "none" : written { $0.id(call.id) }
      #expect(call.isNotification || written { $0.id(call.id.retained) } == id)
      result.append("\(call.method.string)(\(params)) \(id)")
    }
  }
  #expect(reader.next() == nil)
  return result
}

struct EnvelopeReaderTests {
  @Test(arguments: [
    // The examples of the specification, https://www.jsonrpc.org/specification#examples
    (
      #"{"jsonrpc": "2.0", "method": "subtract", "params": [42, 23], "id": 1}"#,
      ["subtract(positional) 1"]
    ),
    (
      #"{"jsonrpc": "2.0", "method": "subtract", "params": {"subtrahend": 23, "minuend": 42}, "id": 3}"#,
      [#"subtract({"minuend":42,"subtrahend":23}) 3"#]
    ),
    (#"{"jsonrpc": "2.0", "method": "update", "params": [1,2]}"#, ["update(positional) none"]),
    (#"{"jsonrpc": "2.0", "method": "foobar"}"#, ["foobar() none"]),
    (#"{"jsonrpc": "2.0", "method": "foobar", "params": [], "id": 1}"#, ["foobar() 1"]),
    (#"{"jsonrpc": "2.0", "method": "foobar", "id": "1"}"#, [#"foobar() "1""#]),
    (#"{"jsonrpc": "2.0", "method": 1, "params": "bar"}"#, ["! null"]),
    ("[]", ["! null"]),
    ("[1]", ["! null"]),
    ("[1,2,3]", ["! null", "! null", "! null"]),
    (
      #"""
      [{"jsonrpc": "2.0", "method": "sum", "params": [1,2,4], "id": "1"},
      {"jsonrpc": "2.0", "method": "notify_hello", "params": [7]},
      {"jsonrpc": "2.0", "method": "subtract", "params": [42,23], "id": "2"},
      {"foo": "boo"},
      {"jsonrpc": "2.0", "method": "foo.get", "params": {"name": "myself"}, "id": "5"},
      {"jsonrpc": "2.0", "method": "get_data", "id": "9"}]
      """#,
      [
        #"sum(positional) "1""#, "notify_hello(positional) none", #"subtract(positional) "2""#,
        "! null", #"foo.get({"name":"myself"}) "5""#, #"get_data() "9""#,
      ]
    ),
  ])
  func theExamplesOfTheSpecification(_ line: String, _ expected: [String]) throws {
    #expect(try messages(line) == expected)
  }

  @Test(arguments: [
    (#"{"method":"m","id":1}"#, "! 1"), (#"{"jsonrpc":"1.0","method":"m","id":1}"#, "! 1"),
    (#"{"jsonrpc":2.0,"method":"m","id":1}"#, "! 1"), (#"{"jsonrpc":"2.0","id":1}"#, "! 1"),
    (#"{"jsonrpc":"2.00","method":"m","id":1}"#, "! 1"),
    (#"{"jsonrpc":"2.0","method":null,"id":1}"#, "! 1"),
    (#"{"jsonrpc":"2.0","method":["m"],"id":1}"#, "! 1"),
    (#"{"jsonrpc":"2.0","method":"m","params":1,"id":"x"}"#, #"! "x""#),
    (#"{"jsonrpc":"2.0","method":"m","params":"p","id":1}"#, "! 1"),
    (#"{"jsonrpc":"2.0","method":"m","params":true}"#, "! null"),
    (#"{"jsonrpc":"2.0","method":"m","id":true}"#, "! null"),
    (#"{"jsonrpc":"2.0","method":"m","id":{}}"#, "! null"),
    (#"{"jsonrpc":"2.0","method":"m","id":[1]}"#, "! null"),
    (#"{"jsonrpc":"2.0","result":1,"id":7}"#, "! 7"),
    (#"{"jsonrpc":"2.0","error":{"code":1,"message":""},"id":7}"#, "! 7"),
    (#"{}"#, "! null"), (#"1"#, "! null"), (#""m""#, "! null"), (#"null"#, "! null"),
  ])
  func whatIsNoRequestIsInvalidWithItsIDIfItHasOne(_ line: String, _ expected: String) throws {
    #expect(try messages(line) == [expected])
    #expect(try messages("[\(line)]") == [expected])
    #expect(
      try messages(#"[{"jsonrpc":"2.0","method":"a","id":0},\#(line)]"#) == ["a() 0", expected])
  }

  @Test(arguments: [
    "1", "-1", "0", "-0", "0.0", "-0.0", "1.0", "1e5", "1E5", "1e+5", "1E-05",
    "10.50", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551615", "18446744073709551616", "123456789012345678901234567890",
    "-123456789012345678901234567890", "1e400", "-1.5e400", "1e-400", "0e0", "null", #""""#,
    #""a""#, #""1""#, #""a\u0041""#, #""\n""#, #""\"""#, #""\\""#, #""\/""#, #""/""#, #""é""#,
    #""\u00e9""#, #""😀""#, #""\ud83d\ude00""#, #""}],\"{[""#, #""}],{[""#, #"" ""#,
    #""id""#, #""\u0069d""#,
  ])
  func idsComeBackByteForByte(_ id: String) throws {
    let decoys = #""x":{"id":2,"y":[{"id":3.0}]},"s":"\"id\":4","e":[],"f":{},"g":[{}],"#
    for form in [
      #"{"jsonrpc":"2.0","method":"m","id":\#(id)}"#,
      #"{"id":\#(id),"jsonrpc":"2.0","method":"m"}"#,
      "{ \"id\" :\t\(id) , \"jsonrpc\" : \"2.0\" , \"method\" : \"m\" }",
      " \t{\"\\u0069d\":\r\(id)\r,\"jsonrpc\":\"2.0\",\"method\":\"m\"} ",
      #"{"jsonrpc":"2.0",\#(decoys)"id":\#(id),"method":"m","z":{"id":5}}"#,
      #"{"jsonrpc":"2.0","id":true,"id":9,"id":1.5,"id":"no\n","id":\#(id),"method":"m"}"#,
    ] {
      #expect(try messages(form) == ["m() \(id)"])
      #expect(try messages("[\(form)]") == ["m() \(id)"])
      let batch = #"[[{"id":6}],1.0,"\",{",\#(form),{},\#(form) , \#(form)]"#
      let expected = [
        "! null", "! null", "! null", "m() \(id)", "! null", "m() \(id)", "m() \(id)",
      ]
      #expect(try messages(batch) == expected)
    }
  }

  @Test func paramsThatAreNullCountAsLeftOut() throws {
    #expect(try messages(#"{"jsonrpc":"2.0","method":"m","params":null,"id":1}"#) == ["m() 1"])
    #expect(try messages(#"[{"jsonrpc":"2.0","method":"m","params":null}]"#) == ["m() none"])
    #expect(
      try messages(#"{"jsonrpc":"2.0","method":"m","params":{"a":1},"params":null,"id":1}"#)
        == ["m() 1"])
  }

  @Test func theLastOfSeveralMembersWithOneNameCounts() throws {
    #expect(
      try messages(
        #"{"jsonrpc":"1.0","method":1,"params":2,"id":{},"jsonrpc":"2.0","method":"m","params":{"a":1,"a":2},"id":3}"#
      ) == [#"m({"a":2}) 3"#])
    #expect(try messages(#"{"jsonrpc":"2.0","method":"m","id":3,"id":null}"#) == ["m() null"])
    #expect(try messages(#"{"jsonrpc":"2.0","method":"m","jsonrpc":"1.0"}"#) == ["! null"])
    #expect(try messages(#"{"jsonrpc":"2.0","method":"m","id":3,"id":true}"#) == ["! null"])
  }

  @Test func unknownMembersAreIgnored() throws {
    #expect(
      try messages(#"{"a":[],"jsonrpc":"2.0","b":{"method":"n"},"method":"m","Id":1,"ids":2}"#)
        == ["m() none"])
  }

  @Test func membersAreKnownHoweverTheyAreWritten() throws {
    #expect(
      try messages(
        #"{"\u006asonrpc":"\u0032.0","m\u0065thod":"\u006d","p\u0061rams":{},"i\u0064":1.50}"#)
        == ["m({}) 1.50"])
  }

  @Test func nullIsAnIDAndNoneIsANotification() throws {
    #expect(try messages(#"{"jsonrpc":"2.0","method":"m","id":null}"#) == ["m() null"])
    #expect(try messages(#"{"jsonrpc":"2.0","method":"m"}"#) == ["m() none"])
  }

  @Test func aLargeBatchOfAwkwardIDsIsReadInOnePass() throws {
    let count = 20_000
    let batch = (0..<count).map { #"{"jsonrpc":"2.0","method":"m","id":\#($0).0}"# }
    let found = try messages("[" + batch.joined(separator: ",") + "]")
    #expect(found.count == count)
    #expect(found.last == "m() \(count - 1).0")
  }

  @Test func onlyABatchWithElementsIsAnsweredByAnArray() throws {
    let parser = JSONParser()
    for (text, isBatch) in [("[]", false), ("[1]", true), ("{}", false), ("1", false)] {
      let line = PaddedLine(text)
      let reader = EnvelopeReader(try parser.parse(line.bytes), line: line.bytes)
      #expect(reader.isBatch == isBatch)
    }
  }

  @Test func retainedIDsAreEqualIfTheyAreWrittenAlike() throws {
    #expect(RequestIDView.int(0).retained == RequestID(0))
    #expect(RequestIDView.absent.retained == .unknown)
    #expect(RequestID("a\n") != RequestID("a"))
    #expect(written { $0.id(RequestID("a\n")) } == #""a\n""#)
    let line = PaddedLine(#"{"id":"a","jsonrpc":"2.0","method":"\n"}"#)
    let parser = JSONParser()
    var reader = EnvelopeReader(try parser.parse(line.bytes), line: line.bytes)
    guard case .call(let call) = reader.next() else {
      Issue.record("no request")
      return
    }
    #expect(call.id.retained == RequestID("a"))
  }
}
