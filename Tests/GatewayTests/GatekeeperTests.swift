import Testing

@testable import buttond_gateway

/// Which requests are accepted, and with which rights.
@Suite struct GatekeeperTests {
  private let token = AccessToken()

  private func gatekeeper() throws -> Gatekeeper {
    Gatekeeper(
      names: ["localhost", "127.0.0.1", "::1", "shop.example"],
      origins: [try #require(Origin("https://kiosk.example"))], token: token)
  }

  private func visit(_ headers: [(String, String)]) throws -> Result<Gatekeeper.Caller, HTTPError> {
    let head = HTTPRequestHead(
      method: "GET", path: "/", isOneOne: true,
      headers: headers.map { HTTPRequestHead.Header(name: $0.0, value: $0.1) })
    do {
      return .success(try gatekeeper().caller(head))
    } catch let refusal as HTTPError {
      return .failure(refusal)
    }
  }

  @Test(arguments: [
    ("127.0.0.1:8437", nil, 0),
    ("LOCALHOST", nil, 0),
    ("[::1]:9", nil, 0),
    ("shop.example", nil, 0),
    ("127.0.0.1:8437", "http://127.0.0.1:8437", 0),
    ("shop.example", "https://shop.example", 0),
    ("127.0.0.1:8437", "https://kiosk.example", 0),
    // A name that leads here by somebody else's DNS.
    ("evil.example:8437", nil, 403),
    ("evil.example:8437", "http://evil.example:8437", 403),
    ("127.0.0.1.evil.example", nil, 403),
    ("localhost.", nil, 403),
    // Pages of others: another site, another port, another name of this machine, no origin at all.
    ("127.0.0.1:8437", "https://evil.example", 403),
    ("127.0.0.1:8437", "http://127.0.0.1:3000", 403),
    ("127.0.0.1:8437", "http://localhost:8437", 403),
    ("127.0.0.1:8437", "https://kiosk.example.evil", 403),
    ("127.0.0.1:8437", "null", 403),
    ("127.0.0.1:8437", "file://", 403),
    ("", nil, 400),
    ("a b", nil, 400),
    ("localhost:99999", nil, 400),
    ("localhost:80:80", nil, 400),
    ("[::1", nil, 400),
    ("user@localhost", nil, 400),
  ])
  func hostAndOriginDecide(host: String, origin: String?, status: Int) throws {
    let result = try visit([("host", host)] + (origin.map { [("origin", $0)] } ?? []))
    switch result {
    case .success(let caller):
      #expect(status == 0)
      #expect(caller.access == .reading)
      #expect(caller.origin?.text == (origin == "https://kiosk.example" ? origin : nil))
    case .failure(let refusal): #expect(refusal.status == status, "\(refusal.message)")
    }
  }

  @Test(arguments: [
    ("https://kiosk.example:443", "https://kiosk.example"),
    ("http://kiosk.example:80", "http://kiosk.example"), ("http://[::1]:80", "http://[::1]"),
    ("http://kiosk.example:443", "http://kiosk.example:443"),
    ("https://kiosk.example:80", "https://kiosk.example:80"), ("http://[::1]", "http://[::1]"),
  ])
  func theUsualPortIsNoPartOfAnOrigin(text: String, asSent: String) throws {
    #expect(try #require(Origin(text)).text == asSent)
    #expect(Origin(text) == Origin(asSent))
    #expect(Origin("http://shop.example")?.isSame(as: "shop.example:80") == true)
  }

  @Test func aRequestHasOneHostAndAtMostOneOrigin() throws {
    let twice = [("host", "localhost"), ("host", "localhost")]
    #expect(try visit(twice) == .failure(HTTPError(400, "a request has one Host header")))
    #expect(try visit([]) == .failure(HTTPError(400, "a request has one Host header")))
    let origins = [("host", "localhost"), ("origin", "http://localhost"), ("origin", "http://a")]
    #expect(throws: HTTPError.self) { try visit(origins).get() }
  }

  @Test func theTokenIsAcceptedInEitherHeader() throws {
    let host = ("host", "localhost")
    let ways = [
      [("authorization", "Bearer \(token.text)")], [("authorization", "bearer \(token.text)")],
      [("sec-websocket-protocol", "buttond.1, token.\(token.text)")],
    ]
    for way in ways { #expect(try visit([host] + way).get().access == .full) }
  }

  @Test func aWrongTokenIsRefusedAndNotIgnored() throws {
    let host = ("host", "localhost")
    var other = token.text
    other.replaceSubrange(
      other.startIndex...other.startIndex, with: other.hasPrefix("0") ? "1" : "0")
    let ways = [
      [("authorization", "Bearer \(other)")], [("authorization", "Bearer ")],
      [("authorization", "Basic \(token.text)")],
      [("sec-websocket-protocol", "buttond.1, token.\(token.text)0")],
      [("sec-websocket-protocol", "buttond.1, token.")],
      [("authorization", "Bearer \(token.text)"), ("authorization", "Bearer \(token.text)")],
      [("authorization", "Bearer \(other)"), ("sec-websocket-protocol", "token.\(token.text)")],
    ]
    for way in ways {
      #expect { try visit([host] + way).get() } throws: { ($0 as? HTTPError)?.status == 403 }
    }
  }

  @Test func tokensAreLongAndNeverTheSame() {
    let tokens = (0..<100).map { _ in AccessToken().text }
    #expect(Set(tokens).count == 100)
    #expect(tokens.allSatisfy { AccessToken($0) != nil })
    #expect(AccessToken("") == nil)
    #expect(AccessToken(String(repeating: "G", count: 64)) == nil)
  }
}
