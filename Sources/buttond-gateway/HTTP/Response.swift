/// An answer of HTTP.
struct Response: Hashable, Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: [UInt8]

  init(_ status: Int, _ type: String, _ body: [UInt8], headers: [(String, String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// A line of text.
  init(_ status: Int, text: String) {
    self.init(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }

  /// Why there is no other answer.
  init(_ refusal: Refusal) {
    self.init(refusal.status, text: refusal.message)
    if refusal.status == 405 { headers.append(("Allow", "GET, HEAD")) }
    if refusal.status == 426 { headers.append(("Upgrade", "websocket")) }
  }

  /// The bytes to send; one run, so that they leave in one write. `HEAD` gets no body.
  func bytes(isHead: Bool, keepsAlive: Bool, for origin: Origin? = nil) -> [UInt8] {
    var text = "HTTP/1.1 \(status) \(Self.reason(status))\r\n"
    for header in headers { text += "\(header.name): \(header.value)\r\n" }
    if status != 304 { text += "Content-Length: \(body.count)\r\n" }
    for header in Self.security { text += "\(header.name): \(header.value)\r\n" }
    if let origin {
      text += "Access-Control-Allow-Origin: \(origin.text)\r\n"
      text += "Cross-Origin-Resource-Policy: cross-origin\r\nVary: Origin\r\n"
    } else {
      text += "Cross-Origin-Resource-Policy: same-origin\r\nVary: Origin\r\n"
    }
    text += keepsAlive ? "\r\n" : "Connection: close\r\n\r\n"
    return Array(text.utf8) + (isHead ? [] : body)
  }

  static func == (a: Response, b: Response) -> Bool {
    a.status == b.status && a.body == b.body
      && a.headers.elementsEqual(b.headers) { $0 == $1 }
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(status)
    hasher.combine(body)
  }

  /// What every answer says to browsers: run nothing and load nothing that is not from here, let
  /// nobody frame it, guess no types, tell no one where the reader came from.
  private static let security: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        + "img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    ("X-Content-Type-Options", "nosniff"),
    ("X-Frame-Options", "DENY"),
    ("Referrer-Policy", "no-referrer"),
    ("Cross-Origin-Opener-Policy", "same-origin"),
    ("Cache-Control", "no-cache"),
  ]

  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 413: "Content Too Large"
    case 426: "Upgrade Required"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Error"
    }
  }
}
