/// A response with its body.
struct HTTPResponse: Sendable {
  let status: Int
  private var headers: [(name: String, value: String)]
  private let body: [UInt8]

  init(_ status: Int, _ type: String, _ body: [UInt8], headers: [(String, String)] = []) {
    self.status = status
    self.headers = [("Content-Type", type)] + headers
    self.body = body
  }

  /// A response with one line of text.
  init(_ status: Int, text: String) {
    self.init(status, "text/plain; charset=utf-8", Array((text + "\n").utf8))
  }

  /// A response that reports an error.
  init(_ error: HTTPError) {
    self.init(error.status, text: error.message)
    if error.status == 405 { headers.append(("Allow", "GET, HEAD")) }
    if error.status == 426 {
      headers += [("Upgrade", "websocket"), ("Sec-WebSocket-Version", "13")]
    }
  }

  /// The whole response, without its body for `HEAD`; `origin` is the foreign one that may read it.
  func bytes(isHead: Bool, keepsAlive: Bool, for origin: Origin? = nil) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status) \(Self.reason(status))"]
    lines += headers.map { "\($0.name): \($0.value)" }
    if status != 304 { lines.append("Content-Length: \(body.count)") }
    lines += Self.security.map { "\($0.name): \($0.value)" }
    if let origin { lines.append("Access-Control-Allow-Origin: \(origin.text)") }
    lines.append("Cross-Origin-Resource-Policy: \(origin == nil ? "same" : "cross")-origin")
    lines.append("Vary: Origin")
    if !keepsAlive { lines.append("Connection: close") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + (isHead ? [] : body)
  }

  /// Headers of every response: browsers load and run nothing from elsewhere, put the page in no
  /// frame, guess no types and send no referrer.
  private static let security: [(name: String, value: String)] = [
    (
      "Content-Security-Policy",
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
        + "img-src 'self' data: blob:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
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
    case 413: "Content Too Large"
    case 426: "Upgrade Required"
    case 431: "Request Header Fields Too Large"
    case 503: "Service Unavailable"
    case 505: "HTTP Version Not Supported"
    default: "Error"
    }
  }
}

/// Why a request is refused.
struct HTTPError: Error, Hashable, Sendable {
  let status: Int
  /// What is wrong and how to correct it.
  let message: String
  /// A line for the gateway's log; nil for none.
  let log: String?

  init(_ status: Int, _ message: String, log: String? = nil) {
    self.status = status
    self.message = message
    self.log = log
  }
}
