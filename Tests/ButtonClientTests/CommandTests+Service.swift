import Testing

/// Commands about the daemon and its plugins.
extension CommandTests {
  /// Plugins, styles, figures and whatever else the daemon is asked.
  static let serviceCases = [
    CommandCase(
      arguments: ["plugins", "list"],
      request: "plugins.list {}",
      answer:
        #"{"plugins":[{"name":"checkout","version":"1.0.0","state":"running","pid":12345,"phase":"busy","sandbox":{"mode":"best-effort","layers":["rlimits","noNewPrivileges","notDumpable","memoryDenyWriteExecute","landlock","seccomp"],"landlockABI":7},"buttons":7,"handlerTime":2500},"#
        + #"{"name":"m","version":"1","state":"quarantined","phase":"quarantined","retryAt":5,"deaths":6,"lastError":"died"},"#
        + #"{"name":"o","version":"1","state":"running","phase":"ready","pid":5,"sandbox":{"mode":"off","layers":[],"landlockABI":0}},"#
        + #"{"name":"q","version":"1","state":"running","phase":"ready","pid":6,"sandbox":{"mode":"best-effort","layers":["rlimits","noNewPrivileges","notDumpable","seccomp"],"landlockABI":0}},"#
        + #"{"name":"p","version":"2","state":"failed","restarts":10,"lastError":"no \u001b[0m library"}]}"#,
      output: """
        NAME      VERSION  STATE                      PID    RESTARTS  DEATHS  BUTTONS  TIME  SANDBOX                                   LAST ERROR
        checkout  1.0.0    running                    12345         0       0        7  2 ms  full                                      -
        m         1        quarantined, next try now  -             0       6        0  0 ms  -                                         died
        o         1        running                        5         0       0        0  0 ms  none                                      -
        p         2        failed                     -            10       0        0  0 ms  -                                         no \\u{1b}[0m library
        q         1        running                        6         0       0        0  0 ms  without memoryDenyWriteExecute, landlock  -

        """),
    CommandCase(
      arguments: ["plugins", "watch", "--count", "2"],
      request: "plugins.subscribe {}",
      answer:
        #"{"subscription":"s","plugins":[{"name":"checkout","version":"1.0.0","state":"running","pid":12},{"name":"p","version":"2","state":"disabled"}]}"#
        + "\n"
        + #"{"subscription":"s","plugin":{"name":"checkout","version":"1.0.0","state":"restarting","phase":"backoff","retryAt":5,"lastError":"was ended by SIGSEGV"}}"#
        + "\n"
        + #"{"subscription":"s","plugin":{"name":"checkout","version":"1.0.0","state":"running","phase":"ready","pid":13,"lastError":"was ended by SIGSEGV"}}"#,
      output: """
        checkout  1.0.0  running   pid 12  -
        p         2      disabled  -       -
        checkout  1.0.0  restarting, next try now  -  was ended by SIGSEGV
        checkout  1.0.0  running  pid 13  was ended by SIGSEGV

        """),
    CommandCase(
      arguments: ["--json", "plugins", "watch", "--count", "1"],
      request: "plugins.subscribe {}",
      answer: #"{"subscription":"s","plugins":[]}"# + "\n"
        + #"{"subscription":"s","plugin":{"name":"p","state":"failed"}}"#,
      output: #"{"subscription":"s","plugins":[]}"# + "\n"
        + #"{"subscription":"s","plugin":{"name":"p","state":"failed"}}"# + "\n"),
    CommandCase(
      arguments: ["plugins", "reload", "checkout"],
      request: #"plugins.reload {"name":"checkout"}"#,
      answer:
        #"{"replaced":true,"plugin":{"name":"checkout","version":"1.1.0","state":"running"}}"#,
      output: "checkout 1.1.0: reloaded\n"),
    CommandCase(
      arguments: ["plugins", "reload", "checkout"],
      request: #"plugins.reload {"name":"checkout"}"#,
      answer:
        #"{"replaced":false,"plugin":{"name":"checkout","version":"1.1.0","state":"running"}}"#,
      output: "checkout 1.1.0: unchanged\n"),
    CommandCase(
      arguments: ["plugins", "reload", "checkout"],
      request: #"plugins.reload {"name":"checkout"}"#,
      answer: #"!{"code":-32006,"message":"not reloaded","data":{"reason":"pluginUnavailable"}}"#,
      errors: "buttonctl: not reloaded (pluginUnavailable)\n", status: 1),
    CommandCase(
      arguments: ["plugins", "reset", "p"],
      request: #"plugins.reset {"name":"p"}"#,
      answer: #"{"plugin":{"name":"p","state":"restarting"}}"#,
      output: "p: restarting; 'buttonctl plugins watch' tells when it runs\n"),
    CommandCase(
      arguments: ["plugins", "enable", "p"],
      request: #"plugins.enable {"name":"p"}"#,
      answer: #"{"plugin":{"name":"p","state":"starting"}}"#,
      output: "p: starting; 'buttonctl plugins watch' tells when it runs\n"),
    CommandCase(
      arguments: ["--json", "plugins", "disable", "p"],
      request: #"plugins.disable {"name":"p"}"#,
      answer: #"{"plugin":{"name":"p","state":"disabled"}}"#,
      output: #"{"plugin":{"name":"p","state":"disabled"}}"# + "\n"),
    CommandCase(
      arguments: ["sources", "list"],
      request: "sources.list {}",
      answer: #"{"sources":[{"name":"plc","state":"running","lost":true,"pid":12,"format":"json","#
        + #""keys":["line1.*","x"],"restarts":1,"deaths":2,"lastError":"exited with code 1","#
        + #""lines":7,"refusedLines":1,"droppedActions":0},{"name":"updates","state":"waiting","#
        + #""every":600000,"retryAt":1,"format":"number","keys":["n"],"restarts":0,"deaths":0,"#
        + #""lines":1,"refusedLines":0,"droppedActions":0}]}"#,
      output: """
        NAME     STATE          PID  EVERY   KEYS       LINES  REFUSED  RESTARTS  DEATHS  LAST ERROR
        plc      running, lost   12  -       line1.* x      7        1         1       2  exited with code 1
        updates  waiting        -    10 min  n              1        0         0       0  -

        """),
    CommandCase(
      arguments: ["sources", "watch", "--count", "2"],
      request: "sources.subscribe {}",
      answer: #"{"subscription":"s","sources":[{"name":"plc","state":"running","pid":12}]}"#
        + "\n"
        + #"{"subscription":"s","source":{"name":"plc","state":"restarting","lastError":"died"}}"#
        + "\n" + #"{"subscription":"s","removed":"plc"}"#,
      output: """
        plc  running  pid 12  -
        plc  restarting  -  died
        plc  removed

        """),
    CommandCase(
      arguments: ["sources", "run", "updates"],
      request: #"sources.run {"name":"updates"}"#,
      answer: #"{"source":{"name":"updates","state":"waiting"}}"#,
      output: "updates: waiting\n"),
    CommandCase(
      arguments: ["sources", "run", "updates"],
      request: #"sources.run {"name":"updates"}"#,
      answer:
        #"{"source":{"name":"updates","state":"restarting","lastError":"exited with code 3"}}"#,
      errors: "buttonctl: updates: restarting: exited with code 3\n", status: 1),
    CommandCase(
      arguments: ["sources", "reset", "plc"],
      request: #"sources.reset {"name":"plc"}"#,
      answer: #"{"source":{"name":"plc","state":"running"}}"#,
      output: "plc: running\n"),
    CommandCase(
      arguments: ["styles"],
      request: "styles.list {}",
      answer:
        #"{"styles":[{"name":"plain","title":"Plain"}],"handlers":[{"name":"checkout/count","title":"Count","#
        + #""documentation":"Counts.","parameters":[{"name":"max","type":"int"}]}]}"#,
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
      request: "server.reload {}",
      answer:
        #"{"revision":9,"theme":"shop","tokensChanged":1,"buttonsDefined":2,"buttonsRemoved":0,"#
        + #""warnings":["b.yaml:1:1: socket: later"]}"#,
      output: """
        revision 9: theme shop, 1 token changed, 2 buttons defined, 0 removed

        """, errors: "buttonctl: b.yaml:1:1: socket: later\n"),
    CommandCase(
      arguments: ["sync", "--timeout-ms", "10"],
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
      request: "sync {}",
      answer: #"!{"code":-32007,"message":"not in time","data":{"reason":"timeout"}}"#,
      errors: "buttonctl: not in time (timeout)\n", status: 1),
    CommandCase(
      arguments: ["stats"], exchanges: [("server.stats {}", "[]")],
      errors: "buttonctl: cannot read the daemon's answer: must be an object, not an array; "
        + "does the daemon have a different version than this buttonctl (0.1.0)?\n",
      status: 1),
  ]
}
