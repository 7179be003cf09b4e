import Testing

/// Commands about buttons.
extension CommandTests {
  /// The messages of a subscription: a snapshot, then two removals.
  static let frames =
    #"{"subscription":"s","epoch":"e","tick":4,"revision":2,"snapshot":true,"buttons":["#
    + ##"{"id":"a","appearance":{"title":"Pay","titleColor":"#FFFFFFFF","##
    + ##""backgroundColor":"#007AFFFF"}},"##
    + #"{"id":"long","appearance":{"isEnabled":false,"isSelected":true},"#
    + #""status":{"stale":true,"fallback":false,"reason":"pluginCrashed","plugin":"p","message":"died","since":1}}"#
    + #"],"removed":[]}"# + "\n"
    + #"{"subscription":"s","tick":5,"revision":3,"buttons":[],"removed":["a"]}"# + "\n"
    + #"{"subscription":"s","tick":6,"revision":4,"buttons":[],"removed":["long"]}"#

  /// Watching, explaining and changing buttons.
  static let buttonCases = [
    CommandCase(
      arguments: ["buttons", "watch", "a", "l*", "--count", "2"],
      exchanges: [(#"buttons.subscribe {"match":["a","l*"]}"#, frames)],
      output: """
        4  a     Pay  #FFFFFFFF on #007AFFFF
        4  long       - on -                  disabled, selected, ! pluginCrashed (stale): p: died
        5  a  (removed)

        """),
    CommandCase(
      arguments: ["--json", "buttons", "watch", "*", "--max-rate", "2", "--count", "3"],
      exchanges: [(#"buttons.subscribe {"match":"*","maxRate":2.0}"#, frames)],
      output: frames + "\n"),
    CommandCase(
      arguments: ["buttons", "explain", "pay", "title", "--traits", "dark"],
      request:
        #"buttons.explain {"id":"pay","property":"title","traits":{"userInterfaceStyle":"dark"}}"#,
      answer:
        #"{"id":"pay","epoch":"e","tick":5,"revision":12,"style":"filled","handler":"shop/count","#
        + #""resolves":3,"dirty":{"tick":5,"causes":["state"],"keys":[{"key":"n","revision":12}]},"#
        + #""plugins":[{"plugin":"com.shop","handler":"count","microseconds":42,"revision":12,"#
        + #""readsTraits":false,"reads":[{"key":"n","revision":12},{"token":"a.b"}]}],"#
        + #""properties":[{"name":"title","layer":"handler","plugin":"com.shop","value":"Pay 3","#
        + #""losing":[{"layer":"configuration","value":"Pay"}],"reads":[{"key":"n","revision":12}]}]}"#,
      output: """
        pay      style filled, handler shop/count
        dirty    in tick 5 by n (revision 12)
        plugins  com.shop: handler count, 42 µs, revision 12, reads n (revision 12), theme.a.b

        PROPERTY  VALUE    SET BY              INSTEAD OF
        title     "Pay 3"  handler (com.shop)  configuration "Pay"

        """),
    CommandCase(
      arguments: ["buttons", "explain", "pay", "isBusy"],
      request: #"buttons.explain {"id":"pay","property":"isBusy"}"#,
      answer: #"{"id":"pay","epoch":"e","tick":5,"revision":12,"style":"filled","resolves":1,"#
        + #""group":{"id":"till"},"isHovered":true,"shortcut":"cmd+return","menu":["#
        + #"{"id":"a","title":"Cash"},{"id":"b","title":"Card","image":"card","state":"on","#
        + #""role":"destructive","isEnabled":false}],"#
        + #""dirty":{"tick":1,"causes":["definition"],"keys":[]},"plugins":[],"properties":["#
        + #"{"name":"isBusy","layer":"definition","value":false}]}"#,
      output: """
        pay       style filled
        group     till, which is not defined
        hover     a pointer is over it
        shortcut  cmd+return
        menu      a: "Cash"
                  b: "Card", image card, destructive, on, disabled
        dirty     in tick 1 by the definition

        PROPERTY  VALUE  SET BY      INSTEAD OF
        isBusy    false  definition

        """),
    CommandCase(
      arguments: ["buttons", "explain", "pay", "backgroundColor"],
      request: #"buttons.explain {"id":"pay","property":"backgroundColor"}"#,
      answer: #"{"id":"pay","epoch":"e","tick":5,"revision":12,"style":"filled","resolves":1,"#
        + #""dirty":{"tick":1,"causes":["definition"],"keys":[]},"plugins":[],"properties":["#
        + ##"{"name":"backgroundColor","layer":"systemStyle","value":"#FF2D55FF","##
        + ##""from":[{"layer":"configuration","property":"baseBackgroundColor","value":"#FF2D55FF"}]}]}"##,
      output: """
        pay    style filled
        dirty  in tick 1 by the definition

        PROPERTY         VALUE        SET BY                                                              INSTEAD OF
        backgroundColor  "#FF2D55FF"  systemStyle, from baseBackgroundColor "#FF2D55FF" of configuration

        """),
    CommandCase(
      arguments: ["buttons", "list", "--group", "till"],
      exchanges: [
        (
          #"buttons.list {"match":{"group":"till"}}"#,
          #"{"buttons":[{"id":"a","style":"filled","group":"till"}],"next":"a"}"#
        ),
        (
          #"buttons.list {"match":{"group":"till"},"after":"a"}"#,
          #"{"buttons":[{"id":"b","style":"p/s","handler":"p/h","group":"till","#
            + #""status":{"stale":false,"fallback":true,"reason":"pluginMissing"}}]}"#
        ),
      ],
      output: """
        ID  STYLE   HANDLER  GROUP  STATUS
        a   filled  -        till   ok
        b   p/s     p/h      till   pluginMissing

        """),
    CommandCase(
      arguments: ["buttons", "get", "a"],
      request: #"buttons.get {"match":"a"}"#,
      answer:
        #"{"epoch":"e","tick":1,"revision":1,"buttons":[{"id":"a","appearance":{"title":"Pay","titleFontSize":17}}]}"#,
      output: """
        a
          title          "Pay"
          titleFontSize  17

        """),
    CommandCase(
      arguments: ["buttons", "get", "a", "b", "c*"],
      exchanges: [
        (
          #"buttons.get {"match":["a","b","c*"]}"#,
          #"{"epoch":"e","tick":1,"revision":1,"buttons":[{"id":"a","appearance":{}}]}"#
        ),
        (
          #"buttons.list {"match":"*","limit":10000}"#,
          #"{"buttons":[{"id":"a","style":"plain"}]}"#
        ),
      ],
      output: "a\n",
      errors: "buttonctl: there is no button 'b'; "
        + "`buttonctl buttons list` prints those there are\n",
      status: 1),
    CommandCase(
      arguments: ["trigger", "checkuot"],
      exchanges: [
        (
          #"buttons.trigger {"id":"checkuot"}"#,
          #"!{"code":-32001,"message":"there is no button 'checkuot'","data":{"reason":"notFound","path":"params.id"}}"#
        ),
        (
          #"buttons.list {"match":"*","limit":10000}"#,
          #"{"buttons":[{"id":"add-item","style":"plain"},{"id":"checkout","style":"plain"}]}"#
        ),
      ],
      errors:
        "buttonctl: there is no button 'checkuot' (notFound, at params.id); did you mean 'checkout'?\n",
      status: 1),
    CommandCase(
      arguments: ["press", "x"],
      exchanges: [
        (
          #"press.began {"id":"x"}"#,
          #"!{"code":-32001,"message":"there is no button 'x'","data":{"reason":"notFound"}}"#
        ),
        (#"buttons.list {"match":"*","limit":10000}"#, #"{"buttons":[]}"#),
      ],
      errors: "buttonctl: there is no button 'x' (notFound); there are no buttons yet: "
        + "`buttonctl buttons define FILE`\n",
      status: 1),
    CommandCase(
      arguments: ["buttons", "remove", "x"],
      request: #"buttons.remove {"ids":["x"]}"#,
      answer:
        #"!{"code":-32003,"message":"buttons.remove needs the role write; this connection has read","data":{"reason":"forbidden"}}"#,
      errors: "buttonctl: buttons.remove needs the role write; this connection has read "
        + "(forbidden); the configuration's `access` says who may do what\n",
      status: 1),
    CommandCase(
      arguments: ["styles"],
      request: "styles.list {}",
      answer:
        #"!{"code":-32601,"message":"there is no method 'styles.list'","data":{"reason":"methodNotFound"}}"#,
      errors: "buttonctl: there is no method 'styles.list' (methodNotFound); "
        + "the daemon has a different version than this buttonctl (0.1.0)\n",
      status: 1),
    CommandCase(
      arguments: ["buttons", "define", "-"],
      input: "buttons: {a: {style: plain}}\nderived: {b: c}\n",
      errors:
        "buttonctl: standard input:1:1: is a configuration, for buttond --config; a file of buttons has "
        + "what stands under 'buttons' alone\n", status: 64),
    CommandCase(
      arguments: ["buttons", "define", "-"], input: #"{"id": "a",\#n "style": "plain"}"#,
      request: #"buttons.define {"buttons":[{"id":"a","style":"plain"}]}"#,
      answer: #"{"revision":1,"defined":["a"],"warnings":["params.buttons[0].x has no effect"]}"#,
      output: "revision 1: a defined\n", errors: "buttonctl: standard input:1:1: x: has no effect\n"
    ),
    CommandCase(
      arguments: ["buttons", "define", "-"],
      input: "a:\n  style: plain\nb:\n  style: glow/bright\n",
      exchanges: [
        (
          #"buttons.define {"buttons":[{"id":"a","style":"plain"},"#
            + #"{"id":"b","style":"glow/bright"}]}"#,
          #"!{"code":-32006,"message":"no plugin has the style","data":{"reason":"pluginUnavailable","path":"params.buttons[1].style"}}"#
        )
      ],
      errors: "buttonctl: standard input:4:3: b.style: no plugin has the style "
        + "(pluginUnavailable)\n",
      status: 1),
    CommandCase(
      arguments: ["buttons", "define", "-", "--wait"], input: #"[{"id": "a"}, {"id": "b"}]"#,
      request: #"buttons.define {"buttons":[{"id":"a"},{"id":"b"}],"wait":"published"}"#,
      answer: #"{"revision":1,"defined":["a","b"]}"#,
      output: "revision 1: a, b defined\n"),
    CommandCase(
      arguments: ["buttons", "define", "-"],
      input: #"{"a": {"style": "plain"}, "b": {"style": "gray", "isBusy": true}}"#,
      exchanges: [
        (
          #"buttons.define {"buttons":[{"id":"a","style":"plain"},"#
            + #"{"id":"b","style":"gray","isBusy":true}]}"#,
          #"{"revision":1,"defined":["a","b"]}"#
        )
      ],
      output: "revision 1: a, b defined\n"),
    CommandCase(
      arguments: ["buttons", "define", "-"], input: #"{"buttons": {"a": {"style": "plain"}}}"#,
      request: #"buttons.define {"buttons":[{"id":"a","style":"plain"}]}"#,
      answer: #"{"revision":1,"defined":["a"]}"#,
      output: "revision 1: a defined\n"),
    CommandCase(
      arguments: ["--json", "buttons", "define", "-"], input: #"{"buttons":[]}"#,
      exchanges: [(#"buttons.define {"buttons":[]}"#, #"{"revision":1,"defined":[]}"#)],
      output: #"{"revision":1,"defined":[]}"# + "\n"),
    CommandCase(
      arguments: ["buttons", "patch", "a", #"{"configuration": {"title": null}}"#],
      request: #"buttons.patch {"configuration":{"title":null},"id":"a"}"#,
      answer: #"{"revision":2}"#,
      output: "revision 2: a patched\n"),
    CommandCase(
      arguments: ["buttons", "remove", "a", "b"],
      request: #"buttons.remove {"ids":["a","b"]}"#, answer: #"{"revision":2,"removed":["a","b"]}"#,
      output: "revision 2: a, b removed\n"),
    CommandCase(
      arguments: ["buttons", "remove", "a", "b"],
      exchanges: [
        (#"buttons.remove {"ids":["a","b"]}"#, #"{"revision":2,"removed":["b"]}"#),
        (#"buttons.list {"match":"*","limit":10000}"#, #"{"buttons":[]}"#),
      ],
      output: "revision 2: b removed\n",
      errors: "buttonctl: there is no button 'a'; there are no buttons yet: "
        + "`buttonctl buttons define FILE`\n",
      status: 1),
    CommandCase(
      arguments: ["buttons", "remove", "a*"],
      exchanges: [(#"buttons.remove {"ids":["a*"]}"#, #"{"revision":2,"removed":[]}"#)],
      output: "revision 2: nothing removed\n",
      errors: "buttonctl: 'a*' is a pattern, and remove takes only ids; "
        + "`buttonctl buttons list 'a*'` prints the buttons that match\n",
      status: 1),
    CommandCase(
      arguments: ["buttons", "needs-update", "a*"],
      exchanges: [(#"buttons.setNeedsUpdateConfiguration {"match":"a*"}"#, #"{"buttons":1}"#)],
      output: "1 button\n"),
    CommandCase(
      arguments: ["trigger", "add-item", "--wait"],
      request: #"buttons.trigger {"id":"add-item","wait":"published"}"#, answer: #"{"revision":5}"#,
      output: "revision 5: add-item triggered\n"),
    CommandCase(
      arguments: ["rotate", "volume", "--", "-2"],
      request: #"buttons.rotate {"id":"volume","delta":-2}"#, answer: #"{"revision":5}"#,
      output: "revision 5: volume turned\n"),
    CommandCase(
      arguments: ["rotate", "pay", "1"],
      request: #"buttons.rotate {"id":"pay","delta":1}"#,
      answer:
        #"!{"code":-32001,"message":"there is no rotation of button 'pay'","data":{"reason":"notFound"}}"#,
      errors: "buttonctl: there is no rotation of button 'pay' (notFound)\n", status: 1),
    CommandCase(
      arguments: ["--json", "trigger", "add-item"],
      request: #"buttons.trigger {"id":"add-item"}"#,
      answer: #"!{"code":-32009,"message":"add-item is disabled","data":{"reason":"disabled"}}"#,
      errors: "buttonctl: add-item is disabled (disabled)\n", status: 1),
  ]
}
