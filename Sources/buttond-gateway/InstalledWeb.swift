import Glibc

/// Where the page lies, found relative to the running program.
enum InstalledWeb {
  /// `PREFIX/share/buttond/web` for a program in `PREFIX/bin`.
  static func folder() throws(GatewayError) -> String {
    guard let path = realpath("/proc/self/exe", nil) else {
      throw GatewayError("cannot find my own program: /proc is not mounted")
    }
    defer { free(path) }
    let parts = String(cString: path).split(separator: "/").dropLast(2)
    return parts.map { "/\($0)" }.joined() + "/share/buttond/web"
  }
}
