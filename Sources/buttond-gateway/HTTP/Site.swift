import Glibc

/// The files of the page, read once at the start: no other file can be requested.
struct Site: Sendable {
  /// A file as it is served.
  private struct Page: Sendable {
    let type: String
    let body: [UInt8]
    /// Changes with the contents.
    let tag: String
  }

  /// By path, which begins with a slash.
  private let pages: [String: Page]

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
  ]
  /// The largest file that is served, in bytes.
  private static let maximumBytes = 4 << 20

  /// Reads the installed page, and over it the files of a folder: a page there finds the element
  /// beside it. `/` is `index.html`, which a folder that is named must have.
  init(folder: String?) throws(GatewayError) {
    let installed = try Site.installedFolder()
    var pages: [String: Page] = [:]
    if folder == nil || access(installed, F_OK) == 0 { pages = try Site.files(in: installed) }
    if let folder { pages.merge(try Site.files(in: folder)) { $1 } }
    pages["/"] = pages["/index.html"]
    self.pages = pages
  }

  /// The files of a folder that have the extension of a web page, by path.
  private static func files(in folder: String) throws(GatewayError) -> [String: Page] {
    guard let entries = opendir(folder) else {
      throw GatewayError(
        "the page is not at \(folder): \(Errno(errno)); run the gateway from where scripts/install"
          + " put it, or name the folder with --web")
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
    guard pages["/index.html"] != nil else {
      throw GatewayError("there is no index.html in \(folder): name the page's folder with --web")
    }
    return pages
  }

  /// `PREFIX/share/buttond/web` for a program in `PREFIX/bin`.
  static func installedFolder() throws(GatewayError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw GatewayError("cannot find my own program: /proc is not mounted")
    }
    defer { free(path) }
    let parts = String(cString: path).split(separator: "/").dropLast(2)
    return parts.map { "/\($0)" }.joined() + "/share/buttond/web"
  }

  /// The response to a request for a page.
  func response(to head: HTTPRequestHead) throws(HTTPError) -> HTTPResponse {
    guard let page = pages[head.path] else {
      throw HTTPError(404, "there is nothing here; the page is at /")
    }
    let tag = [("ETag", page.tag)]
    if head.words("if-none-match").contains(page.tag) {
      return HTTPResponse(304, page.type, [], headers: tag)
    }
    return HTTPResponse(200, page.type, page.body, headers: tag)
  }

  private static func contents(_ path: String) throws(GatewayError) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw GatewayError("cannot read \(path): \(Errno(errno))") }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      guard count >= 0 else { throw GatewayError("cannot read \(path): \(Errno(errno))") }
      if count == 0 { return bytes }
      bytes += chunk[..<count]
      guard bytes.count <= maximumBytes else {
        throw GatewayError("cannot serve \(path): it is larger than \(maximumBytes) bytes")
      }
    }
  }

  /// A hash of the contents (FNV-1a), for caches only.
  private static func tag(_ body: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))-\(body.count)\""
  }
}
