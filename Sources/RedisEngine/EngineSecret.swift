import Glibc

/// The password in a file that only its owner can read.
package struct EngineSecret: Hashable, Sendable {
  package let text: String

  private static let maximumBytes = 512

  /// The secret is the file's first line.
  package init(file path: String) throws(RedisEngineError) {
    func wrong(_ message: String, _ advice: String) -> RedisEngineError {
      RedisEngineError(.unreadableSecret, at: path, message, advice: advice)
    }
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw wrong(
        "the secret cannot be read (\(String(cString: strerror(errno))))",
        "write the password of the engine's user into it")
    }
    defer { close(file) }
    var info = stat()
    guard fstat(file, &info) == 0, info.st_mode & S_IFMT == S_IFREG else {
      throw wrong("it is not a file", "name a file with the password of the engine's user")
    }
    guard info.st_mode & 0o077 == 0 else {
      throw wrong("other users may read the secret", "run: chmod 600 \(path)")
    }
    var buffer = [UInt8](repeating: 0, count: Self.maximumBytes + 1)
    let count = read(file, &buffer, buffer.count)
    let line = buffer.prefix(max(0, count)).prefix { $0 != UInt8(ascii: "\n") }
    guard !line.isEmpty, line.count <= Self.maximumBytes else {
      throw wrong(
        "its first line has none or more than \(Self.maximumBytes) bytes",
        "write the password of the engine's user into it")
    }
    text = String(decoding: line, as: UTF8.self)
  }

  /// Writes a random password to a new file of mode 0600.
  package static func create(file path: String) throws(RedisEngineError) -> EngineSecret {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else {
      throw RedisEngineError(
        .unreadableSecret, at: path,
        "the secret cannot be written (\(String(cString: strerror(errno))))",
        advice: "name a file in a folder that you may write to")
    }
    let text = RandomName.make() + RandomName.make()
    let line = Array((text + "\n").utf8)
    let count = write(file, line, line.count)
    close(file)
    guard count == line.count else {
      unlink(path)
      throw RedisEngineError(
        .unreadableSecret, at: path, "the secret cannot be written", advice: "is the disk full?")
    }
    return EngineSecret(text)
  }

  package init(_ text: String) { self.text = text }
}

/// Names that nobody else draws.
package enum RandomName {
  /// 16 hexadecimal digits.
  package static func make() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
