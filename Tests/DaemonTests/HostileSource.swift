import TestSupport
import Testing

/// A source that does harm, and what becomes of it.
struct HostileSource: CustomTestStringConvertible, Sendable {
  let name: String
  /// A program in Python; it may write `bad.*`.
  let program: String
  /// Members of the source beside `run` and `keys`.
  var settings = ""
  /// The state that it ends in or stays in.
  var state = "running"
  /// What the log says once; nil for nothing in particular.
  var report: String?
  /// Whether its key `bad.well` is written although it does harm.
  var isHeard = false
  /// Whether its values count as lost in the end.
  var isLost = false

  var testDescription: String { name }

  /// What all of the programs begin with.
  static let prelude = """
    import os, signal, subprocess, sys, time
    out = sys.stdout.buffer
    def say(text):
        out.write(text if isinstance(text, bytes) else text.encode())
        out.flush()
    def well():
        say('{"bad.well": true}\\n')
    def wait():
        while True:
            time.sleep(1000)

    """

  static let all: [HostileSource] = [
    HostileSource(
      name: "floods with lines",
      program: """
        well()
        line = b'{"bad.n": 1}\\n' * 1000
        while True:
            out.write(line)
        """, report: "lines in a second; it has to wait", isHeard: true),
    HostileSource(
      name: "floods with lines that are wrong",
      program: """
        well()
        line = b'{"bad.n": \\n' * 1000
        while True:
            out.write(line)
        """, report: "is not JSON; further ones like this are only counted", isHeard: true),
    HostileSource(
      name: "ends within a line",
      program: """
        well()
        say('{"bad.half": 1}')
        time.sleep(0.05)
        """, state: "quarantined", report: "quarantined, it died too often: exited with code 0",
      isHeard: true, isLost: true),
    HostileSource(
      name: "prints a line of 20 MB",
      program: """
        say(b'{"bad.big": "')
        for _ in range(20):
            say(b'x' * 1000000)
        say(b'"}\\n')
        well()
        wait()
        """, report: "in a line; they are left out", isHeard: true),
    HostileSource(
      name: "never ends its line",
      program: """
        well()
        while True:
            out.write(b'x' * 100000)
        """, report: "in a line; they are left out", isHeard: true),
    HostileSource(
      name: "prints 10 MB/s of errors",
      program: """
        well()
        line = b'error ' * 20 + b'\\n'
        while True:
            sys.stderr.buffer.write(line * 10000)
        """, report: "to its standard error; it has to wait", isHeard: true),
    HostileSource(
      name: "prints errors without a line's end",
      program: """
        well()
        while True:
            sys.stderr.buffer.write(b'\\x00\\xff' * 50000)
            sys.stderr.buffer.flush()
        """, isHeard: true),
    HostileSource(
      name: "leaves children in other sessions",
      program: """
        for _ in range(20):
            if os.fork() == 0:
                os.setsid()
                if os.fork() == 0:
                    signal.signal(signal.SIGTERM, signal.SIG_IGN)
                    wait()
                os._exit(0)
        well()
        wait()
        """, isHeard: true),
    HostileSource(
      name: "leaves children and dies",
      program: """
        for _ in range(5):
            if os.fork() == 0:
                os.setsid()
                signal.signal(signal.SIGTERM, signal.SIG_IGN)
                wait()
        sys.exit(9)
        """, state: "quarantined", report: "quarantined, it died too often: exited with code 9",
      isLost: true),
    HostileSource(
      name: "dies at once", program: "os.abort()", state: "quarantined",
      report: "quarantined, it died too often: was ended by SIGABRT", isLost: true),
    HostileSource(
      name: "exits with 0 again and again", program: "well()", state: "quarantined",
      report: "quarantined, it died too often: exited with code 0", isHeard: true, isLost: true),
    HostileSource(
      name: "stops itself",
      program: """
        well()
        os.kill(os.getpid(), signal.SIGSTOP)
        """, settings: "silentAfter: 300ms", report: "its keys are lost until there are",
      isHeard: true, isLost: true),
    HostileSource(
      name: "stops its runner",
      program: """
        well()
        os.kill(os.getppid(), signal.SIGSTOP)
        wait()
        """, isHeard: true),
    HostileSource(
      name: "kills its runner",
      program: """
        well()
        os.kill(os.getppid(), signal.SIGKILL)
        wait()
        """, state: "quarantined", isHeard: true, isLost: true),
    HostileSource(
      name: "is not UTF-8",
      program: """
        say(b'{"bad.\\xff": 1}\\n{"bad.n": "\\xc3\\x28"}\\n')
        well()
        wait()
        """, report: "is not JSON; further ones like this are only counted", isHeard: true),
    HostileSource(
      name: "claims the keys of others",
      program: """
        for _ in range(100):
            say('{"calm.isOn": true, "bad.n": 1}\\n')
        well()
        wait()
        """, report: "the key 'calm.isOn' is not covered by its keys, bad.*", isHeard: true),
    HostileSource(
      name: "closes its output and stays",
      program: """
        os.close(1)
        wait()
        """, state: "quarantined",
      report: "quarantined, it died too often: closed its output and did not exit", isLost: true),
    HostileSource(
      name: "ignores every signal",
      program: """
        for number in range(1, 65):
            try:
                signal.signal(number, signal.SIG_IGN)
            except (OSError, ValueError):
                pass
        well()
        wait()
        """, isHeard: true),
    HostileSource(
      name: "leads a session of its own",
      program: """
        if os.fork() != 0:
            wait()
        os.setsid()
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        well()
        wait()
        """, isHeard: true),
    HostileSource(
      name: "prints what JSON cannot hold",
      program: """
        say(b'\\x00\\n')
        say(b'{"bad.n": 1' + b'0' * 5000 + b'}\\n')
        say(b'{"bad.n": 1e400}\\n')
        say(b'{"bad.n": ' + b'[' * 10000 + b']' * 10000 + b'}\\n')
        say(b'{"bad.n": "' + b'y' * 100000 + b'"}\\n')
        say(b'{"bad..n": 1}\\n[]\\nnull\\n{}\\n')
        well()
        wait()
        """, report: "is not JSON; further ones like this are only counted", isHeard: true),
    HostileSource(
      name: "prints before anybody listens",
      program: """
        say('{"bad.well": true}\\n' * 3000)
        wait()
        """, isHeard: true),
    HostileSource(
      name: "polled, never ends", program: "wait()",
      settings: "every: 1h, format: text", state: "restarting", report: "did not end within",
      isLost: true),
    HostileSource(
      name: "polled, prints without end",
      program: """
        while True:
            out.write(b'x' * 100000)
        """, settings: "every: 1h, format: text", state: "restarting",
      report: "did not end within", isLost: true),
  ]

  /// The mapping of its source, which has another name than `bad` if there are several, as have its
  /// keys.
  func configuration(as name: String = "bad") -> String {
    let more = settings.isEmpty ? "" : ", \(settings)"
    let keys = settings.contains("format") ? "key: \(name).text" : "keys: \(name).*"
    return "\(name): {run: [\(SourceDaemon.python), \(name).py], \(keys)\(more)}"
  }

  /// Its program, by the name of its file.
  func files(as name: String = "bad") -> [String: String] {
    let text = HostileSource.prelude + program
    return ["\(name).py": text.replacing("bad.", with: "\(name).")]
  }
}
