import Testing

/// What buttonctl asks and prints.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct CommandTests {
  @Test(arguments: stateCases + changeCases)
  func stateCommands(_ command: CommandCase) async throws { try await check(command) }

  @Test(arguments: buttonCases)
  func buttonCommands(_ command: CommandCase) async throws { try await check(command) }

  @Test(arguments: pressCases)
  func pressCommands(_ command: CommandCase) async throws { try await check(command) }

  @Test(arguments: serviceCases)
  func serviceCommands(_ command: CommandCase) async throws { try await check(command) }

  private func check(_ command: CommandCase) async throws {
    let outcome = try await command.play()
    #expect(outcome.output == command.output)
    #expect(outcome.errors == command.errors)
    #expect(outcome.status == command.status)
  }

  private static let stateCases = [
    CommandCase(
      arguments: ["state", "get", "checkout.itemCount"],
      exchanges: [
        (
          #"state.get {"keys":["checkout.itemCount"]}"#,
          #"{"revision":3,"values":{"checkout.itemCount":4}}"#
        )
      ],
      output: "4\n"),
    CommandCase(
      arguments: ["state", "get", "a"],
      exchanges: [(#"state.get {"keys":["a"]}"#, #"{"revision":3,"values":{}}"#)],
      errors: "buttonctl: a is absent\n", status: 1),
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
      arguments: ["--json", "state", "get", "a", "--under", "b"],
      exchanges: [
        (
          #"state.get {"keys":["a"],"under":"b"}"#,
          #"{"revision":3,"values":{"b.c":1,"a":null},"future":{"z":1,"y":[]}}"#
        )
      ],
      output: #"{"revision":3,"values":{"b.c":1,"a":null},"future":{"z":1,"y":[]}}"# + "\n"),
    CommandCase(
      arguments: ["state", "watch", "a", "b", "--count", "2"],
      exchanges: [
        (
          #"state.subscribe {"keys":["a","b"]}"#,
          #"{"subscription":"s","snapshot":true,"epoch":"e","revision":9,"values":{"b":2,"a":1},"removed":[]}"#
            + "\n"
            + #"{"subscription":"s","revision":10,"values":{"a":"x"},"removed":["b"]}"#
            + "\n" + #"{"subscription":"s","revision":11,"values":{},"removed":["a"]}"#
        )
      ],
      output: """
        9  a  1
        9  b  2
        10  a  "x"
        10  b  (removed)

        """),
  ]

  private static let changeCases = [
    CommandCase(
      arguments: ["state", "set", "checkout.itemCount", "3"],
      exchanges: [
        (
          #"state.set {"values":{"checkout.itemCount":3}}"#,
          #"{"revision":4,"changed":["checkout.itemCount"]}"#
        )
      ],
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
      exchanges: [
        (
          #"state.update {"operations":[{"op":"increment","key":"a"}]}"#,
          #"!{"code":-32602,"message":"a is no number","data":{"reason":"invalidParams","path":"params.operations[0]"}}"#
        )
      ],
      errors: "buttonctl: a is no number (invalidParams, at params.operations[0])\n", status: 1),
  ]

  private static let frames =
    #"{"subscription":"s","epoch":"e","tick":4,"revision":2,"snapshot":true,"buttons":["#
    + ##"{"id":"a","appearance":{"title":"Pay","titleColor":"#FFFFFFFF","##
    + ##""backgroundColor":"#007AFFFF"}},"##
    + #"{"id":"long","appearance":{"isEnabled":false,"isSelected":true},"#
    + #""status":{"stale":true,"fallback":false,"reason":"pluginCrashed","plugin":"p","message":"died","since":1}}"#
    + #"],"removed":[]}"# + "\n"
    + #"{"subscription":"s","tick":5,"revision":3,"buttons":[],"removed":["a"]}"# + "\n"
    + #"{"subscription":"s","tick":6,"revision":4,"buttons":[],"removed":["long"]}"#

  private static let buttonCases = [
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
      exchanges: [
        (
          #"buttons.explain {"id":"pay","property":"title","traits":{"userInterfaceStyle":"dark"}}"#,
          #"{"id":"pay","epoch":"e","tick":5,"revision":12,"style":"filled","handler":"shop/count","#
            + #""resolves":3,"dirty":{"tick":5,"causes":["state"],"keys":[{"key":"n","revision":12}]},"#
            + #""plugins":[{"plugin":"com.shop","handler":"count","microseconds":42,"revision":12,"#
            + #""readsTraits":false,"reads":[{"key":"n","revision":12},{"token":"a.b"}]}],"#
            + #""properties":[{"name":"title","layer":"handler","plugin":"com.shop","value":"Pay 3","#
            + #""losing":[{"layer":"configuration","value":"Pay"}],"reads":[{"key":"n","revision":12}]}]}"#
        )
      ],
      output: """
        pay      style filled, handler shop/count
        dirty    in tick 5 by n (revision 12)
        plugins  com.shop: handler count, 42 µs, revision 12, reads n (revision 12), theme.a.b

        PROPERTY  VALUE    SET BY              INSTEAD OF
        title     "Pay 3"  handler (com.shop)  configuration "Pay"

        """),
    CommandCase(
      arguments: ["buttons", "explain", "pay", "backgroundColor"],
      exchanges: [
        (
          #"buttons.explain {"id":"pay","property":"backgroundColor"}"#,
          #"{"id":"pay","epoch":"e","tick":5,"revision":12,"style":"filled","resolves":1,"#
            + #""dirty":{"tick":1,"causes":["definition"],"keys":[]},"plugins":[],"properties":["#
            + ##"{"name":"backgroundColor","layer":"systemStyle","value":"#FF2D55FF","##
            + ##""from":[{"layer":"configuration","property":"baseBackgroundColor","value":"#FF2D55FF"}]}]}"##
        )
      ],
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
      exchanges: [
        (
          #"buttons.get {"match":"a"}"#,
          #"{"epoch":"e","tick":1,"revision":1,"buttons":[{"id":"a","appearance":{"title":"Pay","titleFontSize":17}}]}"#
        )
      ],
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
      exchanges: [
        (
          #"buttons.remove {"ids":["x"]}"#,
          #"!{"code":-32003,"message":"buttons.remove needs the role write; this connection has read","data":{"reason":"forbidden"}}"#
        )
      ],
      errors: "buttonctl: buttons.remove needs the role write; this connection has read "
        + "(forbidden); the configuration's `access` says who may do what\n",
      status: 1),
    CommandCase(
      arguments: ["styles"],
      exchanges: [
        (
          "styles.list {}",
          #"!{"code":-32601,"message":"there is no method 'styles.list'","data":{"reason":"methodNotFound"}}"#
        )
      ],
      errors: "buttonctl: there is no method 'styles.list' (methodNotFound); "
        + "the daemon is of another version than this buttonctl (0.1.0)\n",
      status: 1),
    CommandCase(
      arguments: ["buttons", "define", "-"], input: #"{"id": "a",\#n "style": "plain"}"#,
      exchanges: [
        (
          #"buttons.define {"buttons":[{"id":"a","style":"plain"}]}"#,
          #"{"revision":1,"defined":["a"],"warnings":["params.buttons[0].x has no effect"]}"#
        )
      ],
      output: "revision 1: a defined\n", errors: "buttonctl: params.buttons[0].x has no effect\n"),
    CommandCase(
      arguments: ["buttons", "define", "-", "--wait"], input: #"[{"id": "a"}, {"id": "b"}]"#,
      exchanges: [
        (
          #"buttons.define {"buttons":[{"id":"a"},{"id":"b"}],"wait":"published"}"#,
          #"{"revision":1,"defined":["a","b"]}"#
        )
      ],
      output: "revision 1: a, b defined\n"),
    CommandCase(
      arguments: ["--json", "buttons", "define", "-"], input: #"{"buttons":[]}"#,
      exchanges: [(#"buttons.define {"buttons":[]}"#, #"{"revision":1,"defined":[]}"#)],
      output: #"{"revision":1,"defined":[]}"# + "\n"),
    CommandCase(
      arguments: ["buttons", "patch", "a", #"{"configuration": {"title": null}}"#],
      exchanges: [
        (#"buttons.patch {"configuration":{"title":null},"id":"a"}"#, #"{"revision":2}"#)
      ],
      output: "revision 2: a patched\n"),
    CommandCase(
      arguments: ["buttons", "remove", "a", "b"],
      exchanges: [
        (#"buttons.remove {"ids":["a","b"]}"#, #"{"revision":2,"removed":["b"]}"#)
      ],
      output: "revision 2: b removed\n"),
    CommandCase(
      arguments: ["buttons", "needs-update", "a*"],
      exchanges: [(#"buttons.setNeedsUpdateConfiguration {"match":"a*"}"#, #"{"buttons":1}"#)],
      output: "1 button\n"),
    CommandCase(
      arguments: ["trigger", "add-item", "--wait"],
      exchanges: [
        (#"buttons.trigger {"id":"add-item","wait":"published"}"#, #"{"revision":5}"#)
      ],
      output: "revision 5: add-item triggered\n"),
    CommandCase(
      arguments: ["--json", "trigger", "add-item"],
      exchanges: [
        (
          #"buttons.trigger {"id":"add-item"}"#,
          #"!{"code":-32009,"message":"add-item is disabled","data":{"reason":"disabled"}}"#
        )
      ],
      errors: "buttonctl: add-item is disabled (disabled)\n", status: 1),
  ]

  private static let pressCases = [
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
      exchanges: [
        (
          #"press.began {"id":"like"}"#,
          #"!{"code":-32009,"message":"like is busy","data":{"reason":"disabled","path":"params.id"}}"#
        )
      ],
      errors: "buttonctl: like is busy (disabled, at params.id)\n", status: 1),
    CommandCase(
      arguments: ["actions", "watch", "l*", "--count", "2"],
      exchanges: [
        (
          #"actions.subscribe {"match":"l*"}"#,
          #"{"subscription":"s"}"# + "\n"
            + #"{"subscription":"s","id":"like","name":"like","payload":[1],"client":"keypad","revision":7}"#
            + "\n" + #"{"subscription":"s","id":"long","revision":8,"missed":3}"#
        )
      ],
      output: """
        7  like  like  [1]  by keypad
        8  long  -  -

        """,
      errors: "buttonctl: 3 action(s) before this one came too fast and are lost\n"),
    CommandCase(
      arguments: ["--json", "actions", "watch", "--count", "1"],
      exchanges: [
        (
          "actions.subscribe {}",
          #"{"subscription":"s"}"# + "\n" + #"{"subscription":"s","id":"a","revision":7}"#
        )
      ],
      output: #"{"subscription":"s","id":"a","revision":7}"# + "\n"),
  ]

  private static let serviceCases = [
    CommandCase(
      arguments: ["plugins", "list"],
      exchanges: [
        (
          "plugins.list {}",
          #"{"plugins":[{"name":"checkout","version":"1.0.0","state":"running","pid":12345,"phase":"busy","sandbox":{"mode":"best-effort","layers":["rlimits","noNewPrivileges","notDumpable","memoryDenyWriteExecute","landlock","seccomp"],"landlockABI":7},"buttons":7,"handlerTime":2500},"#
            + #"{"name":"m","version":"1","state":"quarantined","phase":"quarantined","retryAt":5,"deaths":6,"lastError":"died"},"#
            + #"{"name":"o","version":"1","state":"running","phase":"ready","pid":5,"sandbox":{"mode":"off","layers":[],"landlockABI":0}},"#
            + #"{"name":"q","version":"1","state":"running","phase":"ready","pid":6,"sandbox":{"mode":"best-effort","layers":["rlimits","noNewPrivileges","notDumpable","seccomp"],"landlockABI":0}},"#
            + #"{"name":"p","version":"2","state":"failed","restarts":10,"lastError":"no \u001b[0m library"}]}"#
        )
      ],
      output: """
        NAME      VERSION  STATE                         PID    RESTARTS  DEATHS  BUTTONS  TIME  SANDBOX                                   LAST ERROR
        checkout  1.0.0    running                       12345         0       0        7  2 ms  full                                      -
        m         1        quarantined, next try in 0 s  -             0       6        0  0 ms  -                                         died
        o         1        running                           5         0       0        0  0 ms  none                                      -
        q         1        running                           6         0       0        0  0 ms  without memoryDenyWriteExecute, landlock  -
        p         2        failed                        -            10       0        0  0 ms  -                                         no \\u{1b}[0m library

        """),
    CommandCase(
      arguments: ["plugins", "watch", "--count", "2"],
      exchanges: [
        (
          "plugins.subscribe {}",
          #"{"subscription":"s","plugins":[{"name":"checkout","version":"1.0.0","state":"running","pid":12},{"name":"p","version":"2","state":"disabled"}]}"#
            + "\n"
            + #"{"subscription":"s","plugin":{"name":"checkout","version":"1.0.0","state":"restarting","phase":"backoff","retryAt":5,"lastError":"was ended by SIGSEGV"}}"#
            + "\n"
            + #"{"subscription":"s","plugin":{"name":"checkout","version":"1.0.0","state":"running","phase":"ready","pid":13,"lastError":"was ended by SIGSEGV"}}"#
        )
      ],
      output: """
        checkout  1.0.0  running   pid 12  -
        p         2      disabled  -       -
        checkout  1.0.0  restarting, next try in 0 s  -  was ended by SIGSEGV
        checkout  1.0.0  running  pid 13  was ended by SIGSEGV

        """),
    CommandCase(
      arguments: ["--json", "plugins", "watch", "--count", "1"],
      exchanges: [
        (
          "plugins.subscribe {}",
          #"{"subscription":"s","plugins":[]}"# + "\n"
            + #"{"subscription":"s","plugin":{"name":"p","state":"failed"}}"#
        )
      ],
      output: #"{"subscription":"s","plugins":[]}"# + "\n"
        + #"{"subscription":"s","plugin":{"name":"p","state":"failed"}}"# + "\n"),
    CommandCase(
      arguments: ["plugins", "reload", "checkout"],
      exchanges: [
        (
          #"plugins.reload {"name":"checkout"}"#,
          #"{"replaced":true,"plugin":{"name":"checkout","version":"1.1.0","state":"running"}}"#
        )
      ],
      output: "checkout 1.1.0: reloaded\n"),
    CommandCase(
      arguments: ["plugins", "reload", "checkout"],
      exchanges: [
        (
          #"plugins.reload {"name":"checkout"}"#,
          #"{"replaced":false,"plugin":{"name":"checkout","version":"1.1.0","state":"running"}}"#
        )
      ],
      output: "checkout 1.1.0: unchanged\n"),
    CommandCase(
      arguments: ["plugins", "reload", "checkout"],
      exchanges: [
        (
          #"plugins.reload {"name":"checkout"}"#,
          #"!{"code":-32006,"message":"not reloaded","data":{"reason":"pluginUnavailable"}}"#
        )
      ],
      errors: "buttonctl: not reloaded (pluginUnavailable)\n", status: 1),
    CommandCase(
      arguments: ["plugins", "reset", "p"],
      exchanges: [
        (#"plugins.reset {"name":"p"}"#, #"{"plugin":{"name":"p","state":"restarting"}}"#)
      ],
      output: "p: restarting; 'buttonctl plugins watch' tells when it runs\n"),
    CommandCase(
      arguments: ["plugins", "enable", "p"],
      exchanges: [
        (#"plugins.enable {"name":"p"}"#, #"{"plugin":{"name":"p","state":"starting"}}"#)
      ],
      output: "p: starting; 'buttonctl plugins watch' tells when it runs\n"),
    CommandCase(
      arguments: ["--json", "plugins", "disable", "p"],
      exchanges: [
        (#"plugins.disable {"name":"p"}"#, #"{"plugin":{"name":"p","state":"disabled"}}"#)
      ],
      output: #"{"plugin":{"name":"p","state":"disabled"}}"# + "\n"),
    CommandCase(
      arguments: ["styles"],
      exchanges: [
        (
          "styles.list {}",
          #"{"styles":[{"name":"plain","title":"Plain"}],"handlers":[{"name":"checkout/count","title":"Count","#
            + #""documentation":"Counts.","parameters":[{"name":"max","type":"int"}]}]}"#
        )
      ],
      output: """
        KIND     NAME            TITLE  PARAMETERS  DOCUMENTATION
        style    plain           Plain  -
        handler  checkout/count  Count  max: int    Counts.

        """),
    CommandCase(
      arguments: ["stats"],
      exchanges: [("server.stats {}", #"{"ticks":7,"stateBytes":1234}"#)],
      output: """
        ticks          7
        stateBytes  1234

        """),
    CommandCase(
      arguments: ["reload"],
      exchanges: [
        (
          "server.reload {}",
          #"{"revision":9,"theme":"shop","tokensChanged":1,"buttonsDefined":2,"buttonsRemoved":0,"#
            + #""warnings":["b.yaml:1:1: socket: later"]}"#
        )
      ],
      output: """
        revision 9: theme shop, 1 tokens changed, 2 buttons defined, 0 removed
        warning: b.yaml:1:1: socket: later

        """),
    CommandCase(
      arguments: ["sync", "--timeout", "10"],
      exchanges: [(#"sync {"timeoutMs":10}"#, #"{"epoch":"e","tick":1,"revision":2}"#)],
      output: "epoch e  tick 1  revision 2\n"),
    CommandCase(
      arguments: ["--json", "call", "any.method", #"{"a": 1.0, "b": "\u00e9"}"#],
      exchanges: [(#"any.method {"a":1.0,"b":"é"}"#, #"{"z":{"y":[true,null,1e300]},"a":"\n"}"#)],
      output: #"{"z":{"y":[true,null,1e300]},"a":"\n"}"# + "\n"),
    CommandCase(
      arguments: ["call", "server.stats"],
      exchanges: [("server.stats {}", "{}")], output: "{}\n"),
    CommandCase(
      arguments: ["call", "m", "-"], input: "{\n}\n", exchanges: [("m {}", "[]")], output: "[]\n"),
    CommandCase(
      arguments: ["--json", "sync"],
      exchanges: [
        ("sync {}", #"!{"code":-32007,"message":"not in time","data":{"reason":"timeout"}}"#)
      ],
      errors: "buttonctl: not in time (timeout)\n", status: 1),
    CommandCase(
      arguments: ["stats"], exchanges: [("server.stats {}", "[]")],
      errors: "buttonctl: the daemon's answer is not understood: must be an object, not an array; "
        + "is the daemon of another version than this buttonctl (0.1.0)?\n",
      status: 1),
  ]
}
