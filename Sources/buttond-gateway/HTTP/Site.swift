import ButtonProtocol
import Glibc
import UVLoop

/// The files of the page, as they are on the disk at the moment: a page that was changed is served without a
/// restart. No file beside its folder can be requested, unless a symbolic link in it leads there, and none whose path
/// has a part that begins with a dot.
struct Site: Sendable {
  /// Where files are looked for: first in the folder that was named, if one was, then in the installed one.
  private let folders: [String]

  private static let types = [
    "html": "text/html; charset=utf-8", "js": "text/javascript; charset=utf-8",
    "css": "text/css; charset=utf-8", "svg": "image/svg+xml", "png": "image/png",
  ]
  /// The largest file that is served, in bytes.
  private static let maximumBytes = 4 << 20
  private static let index = "index.html"

  /// Serves the installed page, and over it the files of a folder: a page there finds the element beside it.
  /// `/` is `index.html`, which a folder that is named must have.
  init(folder: String?) throws(GatewayError) {
    let installed = try Site.installedFolder()
    folders = folder.map { [$0, installed] } ?? [installed]
    guard access(folders[0], F_OK) == 0 else {
      let remedy =
        folder == nil
        ? "run the gateway from where scripts/install put it, or name the page's folder with --web"
        : "--web names a folder that has \(Site.index)"
      throw GatewayError("there is no page at \(folders[0]): \(Errno(errno)); \(remedy)")
    }
    guard try Site.contents("\(folders[0])/\(Site.index)") != nil else {
      throw GatewayError(
        "there is no index.html in \(folders[0]): name the page's folder with --web")
    }
  }

  /// `PREFIX/share/buttond/web` for a program in `PREFIX/bin`.
  static func installedFolder() throws(GatewayError) -> String {
    guard let path = ProgramArguments.executable else {
      throw GatewayError("cannot find my own program: /proc is not mounted")
    }
    let parts = path.split(separator: "/").dropLast(2)
    return parts.map { "/\($0)" }.joined() + "/share/buttond/web"
  }

  /// The response to a request for a page.
  func response(to head: HTTPRequestHead) throws(HTTPError) -> HTTPResponse {
    let name = head.path == "/" ? Site.index : String(head.path.dropFirst())
    guard let type = Site.type(of: name), let body = try body(of: name) else {
      throw HTTPError(404, "there is nothing here; the page is at /")
    }
    let tag = Site.tag(body)
    if head.words("if-none-match").contains(tag) {
      return HTTPResponse(304, type, [], headers: [("ETag", tag)])
    }
    return HTTPResponse(200, type, body, headers: [("ETag", tag)])
  }

  /// What a file's extension stands for; nil unless it is the path of a file of a page: none of its parts is empty
  /// or begins with a dot.
  private static func type(of name: String) -> String? {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard name.utf8.count <= 255, parts.allSatisfy({ !$0.isEmpty && $0.first != "." }),
      let dot = name.lastIndex(of: ".")
    else { return nil }
    return types[String(name[name.index(after: dot)...])]
  }

  /// The contents of a file of the page; nil where there is none. A page that has lost its `index.html` is not
  /// another page.
  private func body(of name: String) throws(HTTPError) -> [UInt8]? {
    do throws(GatewayError) {
      for folder in name == Site.index ? folders.prefix(1) : folders[...] {
        if let body = try Site.contents("\(folder)/\(name)") { return body }
      }
      return nil
    } catch {
      throw HTTPError(503, "\(name) cannot be served: see the gateway's log", log: "\(error)")
    }
  }

  /// The contents of a file; nil where there is none.
  static func contents(_ path: String) throws(GatewayError) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    if descriptor < 0, [ENOENT, ENOTDIR, ELOOP, ENXIO].contains(errno) { return nil }
    guard descriptor >= 0 else { throw GatewayError("cannot read \(path): \(Errno(errno))") }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    guard status.st_size <= maximumBytes else { throw tooLarge(path) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    var length = 0
    while true {
      // One byte more than is known of, to see the end.
      if length == bytes.count { bytes.append(0) }
      let count = bytes[length...].withUnsafeMutableBytes {
        read(descriptor, $0.baseAddress, $0.count)
      }
      guard count >= 0 else { throw GatewayError("cannot read \(path): \(Errno(errno))") }
      if count == 0 { break }
      length += count
      guard length <= maximumBytes else { throw tooLarge(path) }
    }
    bytes.removeLast(bytes.count - length)
    return bytes
  }

  private static func tooLarge(_ path: String) -> GatewayError {
    GatewayError("cannot serve \(path): it is larger than \(maximumBytes) bytes")
  }

  /// A hash of the contents (FNV-1a), for caches only.
  private static func tag(_ body: [UInt8]) -> String {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in body { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return "\"\(String(hash, radix: 16))-\(body.count)\""
  }
}
