import Testing

/// Commands that press, and those that watch it.
extension CommandTests {
  /// Presses, triggers and their actions.
  static let pressCases = [
    CommandCase(
      arguments: ["press", "like"],
      exchanges: [
        (#"press.began {"id":"like"}"#, #"{"phase":"pressing"}"#),
        (#"press.ended {"id":"like"}"#, #"{"phase":"inactive"}"#),
      ],
      output: """
        press.began: pressing
        press.ended: inactive

        """),
    CommandCase(
      arguments: [
        "--json", "press", "like", "--x", "1", "--y", "-2.5", "--to-x", "300", "--to-y", "0",
        "--width", "100", "--height", "44", "--hold", "1", "--wait",
      ],
      exchanges: [
        (#"layout.report {"id":"like","width":100.0,"height":44.0}"#, "{}"),
        (
          #"press.began {"id":"like","x":1.0,"y":-2.5,"wait":"published"}"#,
          #"{"phase":"pressing"}"#
        ),
        (
          #"press.moved {"id":"like","x":300.0,"y":0.0,"wait":"published"}"#,
          #"{"phase":"outOfBounds"}"#
        ),
        (#"press.ended {"id":"like","wait":"published"}"#, #"{"phase":"inactive"}"#),
      ],
      output: """
        {"phase":"pressing"}
        {"phase":"outOfBounds"}
        {"phase":"inactive"}

        """),
    CommandCase(
      arguments: ["press", "like", "--cancel"],
      exchanges: [
        (#"press.began {"id":"like"}"#, #"{"phase":"pressing"}"#),
        (#"press.cancelled {"id":"like"}"#, #"{"phase":"inactive"}"#),
      ],
      output: """
        press.began: pressing
        press.cancelled: inactive

        """),
    CommandCase(
      arguments: ["press", "like"],
      request: #"press.began {"id":"like"}"#,
      answer:
        #"!{"code":-32009,"message":"like is busy","data":{"reason":"disabled","path":"params.id"}}"#,
      errors: "buttonctl: like is busy (disabled, at params.id)\n", status: 1),
    CommandCase(
      arguments: ["actions", "watch", "l*", "--count", "2"],
      request: #"actions.subscribe {"match":"l*"}"#,
      answer: #"{"subscription":"s"}"# + "\n"
        + #"{"subscription":"s","id":"like","name":"like","payload":[1],"client":"keypad","revision":7}"#
        + "\n" + #"{"subscription":"s","id":"long","revision":8,"missed":3}"#,
      output: """
        7  like  like  [1]  by keypad
        8  long  -  -

        """,
      errors: "buttonctl: 3 action(s) before this one came too fast and are lost\n"),
    CommandCase(
      arguments: ["--json", "actions", "watch", "--count", "1"],
      request: "actions.subscribe {}",
      answer: #"{"subscription":"s"}"# + "\n" + #"{"subscription":"s","id":"a","revision":7}"#,
      output: #"{"subscription":"s","id":"a","revision":7}"# + "\n"),
  ]
}
