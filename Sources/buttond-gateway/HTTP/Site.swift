import Glibc

/// The files of the page, read once at the start: what is not among them cannot be asked for.
struct Site: Sendable {
  /// A file with what browsers need to know of it.
  struct Page: Hashable, Sendable {
    let type: String
    let body: [UInt8]
    /// Changes with the contents.
    let tag: String
  }

  /// By path, beginning with a slash.
  private let pages: [String: Page]

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
  ]
  /// The largest file that is served, in bytes.
  private static let maximumBytes = 4 << 20

  init(pages: [String: Page]) { self.pages = pages }

  /// Reads the files of a folder whose names end as those of web pages do; `index.html` is `/` too.
  init(folder: String) throws(GatewayError) {
    guard let entries = opendir(folder) else {
      throw GatewayError(
        "the page is not at \(folder): \(Errno(errno)); run the gateway from its installed place"
          + " (scripts/install), or name the folder with --web")
    }
    defer { closedir(entries) }
    var pages: [String: Page] = [:]
    while let entry = readdir(entries) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      guard let dot = name.lastIndex(of: "."), dot != name.startIndex,
        let type = Self.types[String(name[name.index(after: dot)...])]
      else { continue }
      let body = try Self.contents("\(folder)/\(name)")
      pages["/\(name)"] = Page(type: type, body: body, tag: Self.tag(body))
    }
    pages["/"] = pages["/index.html"]
    guard pages["/"] != nil else {
      throw GatewayError("there is no index.html in \(folder): name the page's folder with --web")
    }
    self.pages = pages
  }

  /// The answer to a request for a page.
  func response(to head: RequestHead) throws(Refusal) -> Response {
    guard let page = pages[head.path] else {
      throw Refusal(404, "there is nothing here; the page is at /")
    }
    let tag = [("ETag", page.tag)]
    if head.words("if-none-match").contains(page.tag) {
      return Response(304, page.type, [], headers: tag)
    }
    return Response(200, page.type, page.body, headers: tag)
  }

  private static func contents(_ path: String) throws(GatewayError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw GatewayError("\(path) cannot be read: \(Errno(errno))") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw GatewayError("\(path) cannot be read: \(Errno(errno))") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= maximumBytes else {
        throw GatewayError("\(path) is larger than \(maximumBytes) bytes: it is not served")
      }
    }
  }

  /// A hash of the contents (FNV-1a), for caches and nothing else.
  private static func tag(_ body: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))-\(body.count)\""
  }
}
