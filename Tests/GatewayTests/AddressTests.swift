import Testing
import UVLoop

@testable import buttond_gateway

/// Addresses, hosts and sites as they are written.
@Suite struct AddressTests {
  @Test(arguments: [
    ("127.0.0.1", "127.0.0.1"), ("::1", "[::1]"), ("[::1]", "[::1]"), ("0.0.0.0", "0.0.0.0"),
    ("localhost", nil), ("", nil), ("127.1", nil), ("[127.0.0.1]", nil), ("::1:8080:", nil),
  ])
  func addressesToListenOnAreNumeric(text: String, url: String?) {
    #expect(ListenAddress(text)?.inURL == url)
  }

  @Test(arguments: [
    ("https://kiosk.example", "https://kiosk.example"),
    ("HTTP://Kiosk.Example:8080", "http://kiosk.example:8080"),
    ("http://[::1]:1", "http://[::1]:1"),
    ("kiosk.example", nil), ("https://", nil), ("https://a/b", nil), ("https://a b", nil),
    ("https://a:x", nil), ("ws://a", nil), ("https://*", nil),
  ])
  func originsAreSchemeHostAndPort(text: String, origin: String?) {
    #expect(Origin(text)?.text == origin)
  }
}
