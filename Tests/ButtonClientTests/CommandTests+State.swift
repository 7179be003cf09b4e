import Testing

/// Commands about state.
extension CommandTests {
  /// Reading state and watching it.
  static let stateCases = [
    CommandCase(
      arguments: ["state", "get", "checkout.itemCount"],
      request: #"state.get {"keys":["checkout.itemCount"]}"#,
      answer: #"{"revision":3,"values":{"checkout.itemCount":4}}"#,
      output: "4\n"),
    // Still JSON, and harmless on a terminal.
    CommandCase(
      arguments: ["state", "get", "a"],
      request: #"state.get {"keys":["a"]}"#,
      answer: #"{"revision":3,"values":{"a":"x\u00ad\u202e\udb40\udc67"}}"#,
      output: #""x\u00ad\u202e\udb40\udc67""# + "\n"),
    CommandCase(
      arguments: ["state", "get", "a"],
      exchanges: [(#"state.get {"keys":["a"]}"#, #"{"revision":3,"values":{}}"#)],
      errors: "buttonctl: a is absent; `--under a` prints the keys below it\n", status: 1),
    CommandCase(
      arguments: ["state", "get", "a", "b"],
      request: #"state.get {"keys":["a","b"]}"#, answer: #"{"revision":3,"values":{"a":1}}"#,
      output: "a  1\n", errors: "buttonctl: b is absent\n", status: 1),
    CommandCase(
      arguments: ["--json", "state", "get", "a"],
      exchanges: [(#"state.get {"keys":["a"]}"#, #"{"revision":3,"values":{}}"#)],
      output: #"{"revision":3,"values":{}}"# + "\n", errors: "buttonctl: a is absent\n", status: 1),
    CommandCase(
      arguments: ["state", "get"],
      exchanges: [
        ("state.get {}", #"{"revision":3,"values":{"a":"x\u001b"},"next":"a"}"#),
        (#"state.get {"after":"a"}"#, #"{"revision":3,"values":{"long.key":{"b":[1,2.50]}}}"#),
      ],
      output: """
        a         "x\\u001b"
        long.key  {"b":[1,2.5]}

        """),
    CommandCase(
      arguments: ["state", "get", "a"],
      exchanges: [(#"state.get {"keys":["a"]}"#, #"{"revision":3,"values":{"a":1},"lost":["a"]}"#)],
      output: "1\n", errors: "buttonctl: a is lost: what feeds it is gone\n"),
    CommandCase(
      arguments: ["state", "get", "--under", "a"],
      request: #"state.get {"under":"a"}"#,
      answer: #"{"revision":3,"values":{"a":1,"a.b":2},"lost":["a.b"]}"#,
      output: """
        a    1
        a.b  2  lost

        """),
    CommandCase(
      arguments: ["--json", "state", "get", "a", "--under", "b"],
      request: #"state.get {"keys":["a"],"under":"b"}"#,
      answer: #"{"revision":3,"values":{"b.c":1,"a":null},"future":{"z":1,"y":[]}}"#,
      output: #"{"revision":3,"values":{"b.c":1,"a":null},"future":{"z":1,"y":[]}}"# + "\n"),
    CommandCase(
      arguments: ["state", "watch", "a", "b", "--count", "2"],
      request: #"state.subscribe {"keys":["a","b"]}"#,
      answer:
        #"{"subscription":"s","snapshot":true,"epoch":"e","revision":9,"values":{"b":2,"a":1},"removed":[]}"#
        + "\n"
        + #"{"subscription":"s","revision":10,"values":{"a":"x"},"removed":["b"],"lost":["a"]}"#
        + "\n" + #"{"subscription":"s","revision":11,"values":{},"removed":["a"]}"#,
      output: """
        9  a  1
        9  b  2
        10  a  "x"        lost
        10  b  (removed)

        """),
  ]

  /// Changing state.
  static let changeCases = [
    CommandCase(
      arguments: ["state", "set", "checkout.itemCount", "3"],
      request: #"state.set {"values":{"checkout.itemCount":3}}"#,
      answer: #"{"revision":4,"changed":["checkout.itemCount"]}"#,
      output: "revision 4: checkout.itemCount changed\n"),
    CommandCase(
      arguments: [
        "state", "set", "a=true", "b=word", #"c={"z": [1, "x"]}"#, "d=", #"e="3""#, "f=x=y",
        "--wait",
        "--if-revision", "7",
      ],
      exchanges: [
        (
          #"state.set {"values":{"a":true,"b":"word","c":{"z":[1,"x"]},"d":"","e":"3","f":"x=y"},"#
            + #""ifRevision":7,"wait":"published"}"#, #"{"revision":4,"changed":[]}"#
        )
      ],
      output: "revision 4: nothing changed\n"),
    CommandCase(
      arguments: ["state", "set", "a", "-3", "--json"],
      exchanges: [(#"state.set {"values":{"a":-3}}"#, #"{"revision":4,"changed":["a"]}"#)],
      output: #"{"revision":4,"changed":["a"]}"# + "\n"),
    CommandCase(
      arguments: ["state", "set", "--", "a", "--b"],
      exchanges: [(#"state.set {"values":{"a":"--b"}}"#, #"{"revision":4,"changed":["a"]}"#)],
      output: "revision 4: a changed\n"),
    CommandCase(
      arguments: [
        "state", "update", "--set", "n=5", "--increment", "n=2", "--toggle", "t", "--append", "l=x",
        "--merge", #"m={"a":null}"#, "--increment", "n", "--remove", "r",
      ],
      exchanges: [
        (
          #"state.update {"operations":[{"op":"set","key":"n","value":5},"#
            + #"{"op":"increment","key":"n","by":2},{"op":"toggle","key":"t"},"#
            + #"{"op":"append","key":"l","value":"x"},{"op":"merge","key":"m","value":{"a":null}},"#
            + #"{"op":"increment","key":"n"},{"op":"remove","key":"r"}]}"#,
          #"{"revision":6,"changed":["n","t","r"],"values":{"n":8,"t":true}}"#
        )
      ],
      output: """
        revision 6: n, t, r changed
        n  8
        t  true
        r  (removed)

        """),
    CommandCase(
      arguments: ["state", "update", "--increment", "a"],
      request: #"state.update {"operations":[{"op":"increment","key":"a"}]}"#,
      answer:
        #"!{"code":-32602,"message":"a is not a number","data":{"reason":"invalidParams","path":"params.operations[0]"}}"#,
      errors: "buttonctl: a is not a number (invalidParams, at params.operations[0])\n", status: 1),
  ]
}
