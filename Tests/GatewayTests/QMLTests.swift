import FoundationEssentials
import Glibc
import TestSupport
import Testing

/// The element for Qt Quick, drawn off screen by Qt's own runtime, against a live daemon.
///
/// Quickshell's `Socket` and `SplitParser` are stood for by two files beside the cases, which reach the daemon
/// through a gateway: Qt's QML alone has no Unix sockets.
@Suite(
  .blocking, .enabled(if: QMLRunner.isInstalled, "scripts/setup --tests installs Qt's test runner"))
struct QMLTests {
  private static let buttons = """
    buttons:
      plus:
        style: filled
        configuration: {title: {template: "Plus {n.orValue(0)}"}}
        action: {operations: [{op: increment, key: n}]}
      lamp:
        style: gray
        configuration:
          title: Lamp
          titleFontWeight: black
          titleFontDesign: monospaced
          titleItalic: true
          subtitleFontWeight: thin
          subtitleFontDesign: serif
          subtitle: {cel: "on.orValue(false) ? 'on' : 'off'"}
        isSelected: {state: on}
        action: {operations: [{op: toggle, key: on}]}
      busy:
        style: tinted
        configuration: {title: Busy, showsActivityIndicator: true}
        isBusy: {cel: "true"}
      spring:
        style: press/scale
        parameters: {isAnimated: true}
        configuration: {title: Spring}
      size:
        style: gray
        configuration: {title: Size}
        menuSelection: size
        menu:
          - {id: small, title: Small}
          - {id: large, title: Large}
          - {id: huge, title: Huge, isEnabled: false}
      more:
        style: tinted
        configuration: {title: {template: "More {m.orValue(0)}"}}
        action: {operations: [{op: increment, key: m}]}
        menu:
          - {id: ten, title: Ten more, action: {operations: [{op: increment, key: m, by: 10}]}}
          - {id: none, title: Back to none, role: destructive, action: {operations: [{op: set, key: m, value: 0}]}}
      runs:
        style: plain
        configuration:
          titleRuns:
            - {text: "<i>Only</i> "}
            - {text: "3", color: systemRed, fontWeight: bold, underline: true}
            - {text: " site", link: "https://example.com/?a=b&c=d"}
      hold:
        style: filled
        configuration: {title: {template: "Hold {held.orValue(0)} {tapped.orValue(0)}"}}
        action: {operations: [{op: increment, key: tapped}]}
        longPress: {afterMs: 100, action: {operations: [{op: increment, key: held}]}}
      twice:
        style: filled
        configuration: {title: {template: "Twice {twice.orValue(0)} {once.orValue(0)}"}}
        action: {operations: [{op: increment, key: once}]}
        doublePress: {withinMs: 2000, action: {operations: [{op: increment, key: twice}]}}
      ones:
        style: plain
        configuration: {title: "111", titleMonospacedDigits: true}
      zeros:
        style: plain
        configuration: {title: "000", titleMonospacedDigits: true}
      circle:
        style: filled
        configuration: {title: Call, borderShape: circle}
      off:
        style: bordered
        configuration: {title: "Off"}
        isEnabled: {cel: "false"}
      stencil:
        style: plain
        configuration: {image: brand, imageSize: 40, contentInsets: {top: 0, leading: 0, bottom: 0, trailing: 0}}
      original:
        style: plain
        configuration: {image: brand, imageSize: 40, imageRenderingMode: original, contentInsets: {top: 0, leading: 0, bottom: 0, trailing: 0}}
    """

  @Test func theElementShowsAndPressesLiveButtons() throws {
    let folder = TemporaryFolder()
    let configuration = folder.write(Self.buttons, to: "buttond.yaml")
    var daemon = try DaemonProcess(in: folder, ["--config", configuration], plugins: [.press])
    let gateway = try GatewayProcess(to: daemon.socketPath)
    let root = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let source = "\(root)/clients/qml"
    try FileManager.default.copyItem(atPath: source, toPath: folder.file("qml"))
    let pictures =
      getenv("BUTTOND_TEST_PICTURES").map { String(cString: $0) } ?? folder.path
    let address = "ws://127.0.0.1:\(gateway.port)/ws#\(gateway.token)"
    _ = folder.write(
      """
      import QtQml
      QtObject {
          property string path: "\(address)"
          property string folder: "\(pictures)"
      }

      """, to: "qml/test/Settings.qml")
    _ = folder.write(
      """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" width="24" height="24">
        <circle cx="12" cy="12" r="12" fill="#ff0000"/>
      </svg>
      """, to: "qml/test/brand.svg")
    let program = try Program(
      QMLRunner.path,
      ["-input", folder.file("qml/test"), "-import", folder.file("qml/test"), "-o", "-,txt"],
      environment: ["QT_QPA_PLATFORM": "offscreen", "QT_QUICK_BACKEND": "software"])
    var lines: [String] = []
    while let line = try program.nextLine(by: Deadline(seconds: 180)) {
      lines.append(line)
      if line.hasPrefix("PASS"), line.contains("test_8") {
        daemon.program.kill(SIGKILL)
        try daemon.program.waitForEnd()
        daemon = try DaemonProcess(in: folder, ["--config", configuration], plugins: [.press])
      }
    }
    let output = lines.joined(separator: "\n")
    #expect(try program.waitForEnd() == .exited(0), "\(output)\n\(program.log)")
    #expect(lines.filter { $0.hasPrefix("PASS") }.count >= 90, "\(output)")
  }
}
