/// The cases of `buttonctl groups`.
extension CommandTests {
  static let groupCases = [
    CommandCase(
      arguments: ["groups", "list"],
      request: "groups.list {}",
      answer:
        #"{"groups":[{"id":"desk","buttons":0,"isFromFile":true},{"id":"till","buttons":12}]}"#,
      output: """
        ID    BUTTONS  DEFINED BY
        desk  0        the configuration
        till  12       a client

        """),
    CommandCase(
      arguments: ["groups", "get", "till", "door"],
      request: #"groups.get {"ids":["till","door"]}"#,
      answer:
        #"{"revision":7,"groups":[{"id":"till","tint":"systemPink","isEnabled":{"state":"open"}}]}"#,
      output: """
        till:
          tint: systemPink
          isEnabled:
            state: open

        """,
      errors: "buttonctl: the group 'door' is not defined\n", status: 1),
    CommandCase(
      arguments: ["groups", "define", "-"],
      input: "groups:\n  till: {tint: systemPink}\n  desk: {isEnabled: {cel: open}}\n",
      exchanges: [
        (
          #"groups.define {"groups":[{"id":"till","tint":"systemPink"},"#
            + #"{"id":"desk","isEnabled":{"cel":"open"}}]}"#,
          #"{"revision":7,"defined":["till","desk"]}"#
        )
      ],
      output: "revision 7: till, desk defined\n"),
    CommandCase(
      arguments: ["groups", "define", "-"], input: "till:\n  tint: #ff0000\n",
      exchanges: [
        (#"groups.define {"groups":[{"id":"till"}]}"#, #"{"revision":7,"defined":["till"]}"#)
      ],
      output: "revision 7: till defined\n",
      errors:
        "buttonctl: standard input:2:3: till.tint: is null, because # begins a comment; quote the colour: "
        + "\"#ff0000\"\n"),
    CommandCase(
      arguments: ["groups", "define", "-"], input: "till: {tint: systemPin}\n",
      errors:
        "buttonctl: standard input:1:8: till.tint: 'systemPin' is not a colour: write #RGB, #RRGGBB, "
        + "#RRGGBBAA or a name; did you mean 'systemPink'?\n", status: 64),
    CommandCase(
      arguments: ["--json", "groups", "remove", "till"],
      exchanges: [(#"groups.remove {"ids":["till"]}"#, #"{"revision":8,"removed":["till"]}"#)],
      output: #"{"revision":8,"removed":["till"]}"# + "\n"),
  ]
}
