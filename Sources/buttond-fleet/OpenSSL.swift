import Glibc
import RedisEngine

/// The program that makes keys and certificates.
enum OpenSSL {
  /// Runs it; what it complains about is kept in a folder.
  static func run(for folder: String, _ arguments: [String]) throws(RedisEngineError) {
    var words = (["openssl"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
    let log = "\(folder)/openssl.log"
    posix_spawn_file_actions_addopen(&actions, 2, log, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    var process: pid_t = 0
    let code = posix_spawnp(&process, "openssl", &actions, nil, &words, environ)
    guard code == 0 else {
      throw RedisEngineError(
        .certificate, at: folder, "openssl cannot be started (\(String(cString: strerror(code))))",
        advice: "install openssl")
    }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    guard status == 0 else {
      throw RedisEngineError(
        .certificate, at: folder, "openssl \(arguments[0]) has failed",
        advice: "see openssl.log there")
    }
    unlink(log)
  }
}
