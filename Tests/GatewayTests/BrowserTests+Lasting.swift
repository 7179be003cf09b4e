import Glibc
import TestSupport
import Testing

/// Many buttons, and connections that break.
extension GatewayTests.BrowserTests {
  @Test func fiveHundredButtonsAreOneSubscription() throws {
    let rig = try Rig()
    let definitions = (0..<500).map { index in
      let number = String(index)
      let id = "many.\(String(repeating: "0", count: 3 - number.count))\(number)"
      return #"{"id":"\#(id)","style":"outline/outline","configuration":{"title":"\#(index)"},"#
        + #""isSelected":{"state":"on.\#(index)"}}"#
    }
    try rig.client.call(
      "buttons.define", #"{"buttons":[\#(definitions.joined(separator: ","))]}"#)
    try rig.page.wait(
      for: "[...document.querySelectorAll('live-button')].length === 506 &&"
        + "[...document.querySelectorAll('live-button')].every((b) => b.dataset.state === 'live')"
    )
    #expect(
      try rig.page.value(
        "seen.sent.filter((message) => message.method === 'buttons.subscribe').length"
      ).int == 1)
    try rig.page.wait(for: "document.getElementById('count').textContent === '506'")
    let order = try rig.page.value(
      "[...document.querySelectorAll('#buttons > li')].map((li) => li.dataset.id).join() ==="
        + "[...document.querySelectorAll('#buttons > li')].map((li) => li.dataset.id).sort().join()"
    )
    #expect(order == .bool(true))
    // One change touches one element, and no other.
    try rig.page.value("window.element = find('many.250'); seen.looks.length = 0")
    try rig.client.call("state.set", #"{"values":{"on.250":true}}"#)
    try rig.page.wait(for: "find('many.250').appearance.isSelected")
    #expect(try rig.page.value("seen.looks").text == #"["many.250"]"#)
    #expect(try rig.page.value("element === find('many.250')") == .bool(true))
    // The filter hides and shows.
    try rig.page.value(
      "{ const box = document.getElementById('search'); box.value = 'many.25';"
        + " box.dispatchEvent(new Event('input')); }")
    try rig.page.wait(for: "document.getElementById('count').textContent === '10 of 506'")
    try rig.client.call("buttons.remove", #"{"ids":["many.250"]}"#)
    try rig.page.wait(for: "document.getElementById('count').textContent === '9 of 505'")
    #expect(try rig.isClean())
  }

  /// The message that answers the first subscription that was sent.
  private static let answerToSubscription = """
    seen.got.findLast((m) => m.result?.subscription &&
      m.id === seen.sent.find((m) => m.method === 'buttons.subscribe').id)
    """

  @Test func aConnectionThatBreaksIsResumed() throws {
    let rig = try Rig()
    try rig.page.value("window.first = find('add'); seen.sent.length = 0; socket.close()")
    try rig.page.wait(for: "seen.sent.some((m) => m.method === 'buttons.subscribe')")
    try rig.page.wait(for: "document.getElementById('connection').dataset.state === 'open'")
    // What the daemon is told now comes before the subscription unless that is answered.
    try rig.page.wait(for: "\(Self.answerToSubscription) !== undefined")
    try rig.client.call("state.set", #"{"values":{"checkout.itemCount":5}}"#)
    try rig.page.wait(for: "inside('checkout', '.title').textContent === 'Checkout 5'")
    // It was taken up where it was left: nothing that was known came again.
    let since = try rig.page.value(
      "seen.sent.find((m) => m.method === 'buttons.subscribe').params.since.tick > 0")
    #expect(since == .bool(true))
    let answer = try rig.page.value(
      "(({ result }) => JSON.stringify([result.snapshot, result.buttons.length]))"
        + "(\(Self.answerToSubscription))")
    #expect(answer.string == "[false,0]")
    #expect(try rig.page.value("first === find('add')") == .bool(true))
  }

  @Test func silenceIsNoEndButAPingWithoutAnswerIs() throws {
    let rig = try Rig { page in
      try page.hasten([5_000])
      try page.runFirst(
        """
        {
          const again = setInterval;
          window.setInterval = (body, time) => (time === 10_000 ? (window.pulse = body) : again(body, time));
          const now = performance.now.bind(performance);
          window.ahead = 0;
          performance.now = () => now() + ahead;
        }
        """)
    }
    try rig.page.value("window.first = socket; ahead = 60_000; pulse()")
    try rig.page.wait(
      for: "seen.got.some((m) => m.id === seen.sent.find((m) => m.method === 'ping').id)")
    #expect(try rig.page.value("first === socket && first.readyState === 1") == .bool(true))
    // Nothing that is sent arrives any more, and somebody comes back to the page.
    try rig.page.value("first.send = () => {}; null")
    try rig.page.wait(
      for: "document.dispatchEvent(new Event('visibilitychange')) && first !== socket")
    try rig.page.wait(for: "document.getElementById('connection').dataset.state === 'open'")
    #expect(try rig.isClean())
  }

  @Test func aConnectionThatNobodyUsesAnyMoreIsClosed() throws {
    let rig = try Rig { try $0.hasten([8_000]) }
    try rig.page.value("window.first = socket; find('add').setAttribute('token', '')")
    try rig.page.wait(for: "socket !== first && socket.readyState === 1")
    try rig.page.value("window.other = socket; find('add').removeAttribute('token')")
    try rig.page.wait(for: "other.readyState === 3")
    // A script has asked for the first.
    #expect(try rig.page.value("first.readyState").int == 1)
    #expect(try rig.isClean())
  }

  @Test func looksThatAreTooManyAreRefusedOnceAndAskedForAgain() throws {
    let rig = try Rig { try $0.hasten([10_000]) }
    try rig.page.value(
      """
      import('/live-button.js').then(({ Connection }) => {
        const looks = Connection.to().looks({ boldText: true });
        for (let index = 0; index <= 2_000; index += 1) looks.watch(`x${index}`, () => {});
      })
      """)
    try rig.page.wait(
      for: "seen.sent.filter((m) => m.method === 'buttons.subscribe'"
        + " && m.params.match.length > 2_000).length >= 3")
    #expect(try rig.page.value("seen.refused").text == #"["limitExceeded"]"#)
    #expect(try rig.isClean())
  }

  @Test func looksThatAreRefusedLaterAreNotShownAnyMore() throws {
    let rig = try Rig { try $0.hasten([10_000]) }
    try rig.page.value(
      """
      {
        const send = WebSocket.prototype.send;
        window.isRefused = true;
        WebSocket.prototype.send = function (text) {
          send.call(this, isRefused ? text.replace('buttons.subscribe', 'buttons.nothing') : text);
        };
        socket.close();
      }
      """)
    try rig.page.wait(for: "find('add').dataset.state === 'waiting' && !find('add').appearance")
    #expect(try rig.page.value("seen.refused").text == #"["methodNotFound"]"#)
    try rig.page.value("isRefused = false")
    try rig.page.waitForLive("add")
    #expect(try rig.isClean())
  }

  @Test func aClientThatAPageHasClosedLeavesNoErrors() throws {
    let rig = try Rig()
    try rig.page.value(
      """
      import('/live-button.js').then(({ Connection }) => {
        Connection.to().client.close();
        find('add').setAttribute('traits', 'dark');
      })
      """)
    try rig.page.wait(for: "find('add').dataset.state === 'stale'")
    #expect(try rig.isClean())
  }

  @Test func aGatewayThatHangsIsGivenUp() throws {
    let rig = try Rig { try $0.hasten([5_000, 20_000]) }
    let problem = try rig.page.value(
      """
      window.WebSocket = class extends EventTarget {
        close() { this.dispatchEvent(new Event('close')); }
      };
      window.asked = [];
      window.fetch = (address, { signal }) => new Promise((_, fail) => {
        asked.push(String(address));
        signal.addEventListener('abort', () => fail(signal.reason));
      });
      import('/live-button.js').then(({ Connection }) => new Promise((resolve) => {
        const connection = Connection.to(location.origin + '/below/', '');
        connection.addEventListener('change', () => resolve(connection.problem));
      }))
      """)
    #expect(problem.string == "the gateway does not answer")
    // It is asked below its path.
    #expect(try rig.page.value("new URL(asked[0]).pathname").string == "/below/healthz")
    #expect(try rig.isClean())
  }

  @Test func thePageReconnectsToARestartedDaemon() throws {
    let buttons = """
      {"buttons": [
        {"id": "add", "style": "gray", "configuration": {"title": "Add Item"},
         "action": {"operations": [{"op": "increment", "key": "count"}]}},
        {"id": "checkout", "style": "filled", "configuration": {
         "title": {"template": "Checkout {items}"}}}]}
      """.replacing("\n", with: " ")
    let folder = TemporaryFolder()
    var daemon: DaemonProcess? = try DaemonProcess(in: folder)
    try daemon?.connect().call("buttons.define", buttons)
    let gateway = try GatewayProcess(to: folder.file("buttond.sock"))
    let page = try GatewayStage.browser.open(gateway.fullURL)
    try page.waitForLive("checkout")
    _ = try daemon?.stop()
    daemon = nil
    try page.wait(for: "find('checkout').dataset.state === 'stale'")
    #expect(try page.value("inside('checkout', 'button').ariaDisabled").string == "true")
    try page.wait(for: "document.getElementById('connection').dataset.state === 'lost'")
    let next = try DaemonProcess(in: folder)
    let client = try next.connect()
    try client.call("state.set", #"{"values":{"items":8}}"#)
    try client.call("buttons.define", buttons)
    try page.wait(for: "find('checkout').dataset.state === 'live'")
    try page.wait(for: "inside('checkout', '.title').textContent === 'Checkout 8'")
    let frame = try page.frame(of: "add")
    try page.mouse("mousePressed", frame.x + 5, frame.y + 5)
    try page.mouse("mouseReleased", frame.x + 5, frame.y + 5)
    try page.wait(for: "seen.presses.includes('press.ended inactive')")
    #expect(try client.call("state.get")["values"]?["count"]?.int == 1)
  }
}
