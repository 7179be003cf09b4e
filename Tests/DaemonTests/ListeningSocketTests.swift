import Glibc
import TestSupport
import Testing
import UVLoop

@testable import buttond

/// Where a daemon listens, and what it leaves alone there.
@Suite(.blocking) struct ListeningSocketTests {
  private let folder = TemporaryFolder()

  /// Binds a path, or what an environment names, as the start of a daemon does.
  private func bind(_ path: String?, _ environment: [String: String] = [:]) throws {
    let loop = try Loop()
    defer { loop.close() }
    let socket = try ListeningSocket(
      at: path, isOpenToOthers: false, environment: { environment[$0] }, on: loop)
    socket.release()
  }

  /// Why a start refuses it, which a check has to say as well.
  private func refusal(
    of path: String?, _ environment: [String: String] = [:]
  ) throws -> String {
    let error = #expect(throws: DaemonError.self) { try bind(path, environment) }
    let checked = ListeningSocket.complaint(
      at: path, configured: nil, environment: { environment[$0] })
    #expect(checked?.description == error?.description)
    return error?.description ?? ""
  }

  @Test func theCommandLineGoesBeforeTheEnvironmentAndThatBeforeTheFile() {
    let environment = ["BUTTOND_SOCKET": "/e", "XDG_RUNTIME_DIR": "/run/user/1"]
    func path(_ given: String?, _ configured: String?, _ names: Set<String>) -> String {
      ListeningSocket.path(
        at: given, configured: configured,
        environment: { names.contains($0) ? environment[$0] : nil })
    }
    let all = Set(environment.keys)
    #expect(path("/o", "/c", all) == "/o")
    #expect(path(nil, "/c", all) == "/e")
    #expect(path(nil, "/c", ["XDG_RUNTIME_DIR"]) == "/c")
    #expect(path(nil, nil, ["XDG_RUNTIME_DIR"]) == "/run/user/1/buttond/buttond.sock")
  }

  @Test func aPathHas107BytesAtTheMost() throws {
    let longest = folder.file(String(repeating: "s", count: 107 - folder.path.utf8.count - 1))
    #expect(try refusal(of: longest + "s").contains("108 bytes; the system takes 107"))
    #expect(try Folder.names(in: folder.path) == [])
    try bind(longest)
  }

  @Test func whatIsNoSocketIsLeftAlone() throws {
    let path = folder.write("precious", to: "b.sock")
    #expect(
      try refusal(of: path)
        == "\(path) exists and is not a socket; remove it, or choose another path")
    #expect(try ProcessFile.text(path) == "precious")
    #expect(try refusal(of: folder.path).contains("is a folder; name a socket in it"))
    let missing = folder.file("none")
    #expect(
      try refusal(of: "\(missing)/b.sock").contains(
        "the socket's folder \(missing) cannot be used (No such file or directory)"))
    #expect(try Folder.names(in: folder.path) == ["b.sock"])
  }

  @Test func theDefaultFolderIsMadeForItsUserAlone() throws {
    try bind(nil, ["XDG_RUNTIME_DIR": folder.path])
    #expect(try Folder.mode(folder.file("buttond")) == 0o700)
  }

  /// What may be wrong with the default folder.
  enum Folly: CaseIterable { case readableByOthers, writableByTheGroup, link, file, anothers }

  @Test(arguments: Folly.allCases) func aFolderThatOthersMayEnterIsRefused(folly: Folly) throws {
    let path = folder.file("buttond")
    switch folly {
    case .readableByOthers: mkdir(path, 0o755)
    case .writableByTheGroup:
      mkdir(path, 0o700)
      chmod(path, 0o720)
    case .link:
      mkdir(folder.file("elsewhere"), 0o700)
      symlink(folder.file("elsewhere"), path)
    case .file: folder.write("", to: "buttond")
    case .anothers:
      mkdir(path, 0o700)
      // Only root can give it away.
      guard chown(path, 12_345, 12_345) == 0 else { return }
    }
    let said = try refusal(of: nil, ["XDG_RUNTIME_DIR": folder.path])
    #expect(said.contains("\(path) is not a folder of ours with mode 0700"))
    #expect(!said.contains("remove"), "it may be in use")
  }

  @Test func aListenerThatAcceptsNobodyIsAListener() throws {
    let path = folder.file("b.sock")
    let listener = try Listener(at: path)
    for isFull in [false, true] {
      if isFull { try listener.fill(path) }
      let error = #expect(throws: DaemonError.self) { try bind(path) }
      #expect(error?.description.contains("another process is listening on \(path)") == true)
      #expect(access(path, F_OK) == 0)
    }
    withExtendedLifetime(listener) {}
  }
}

/// What a service manager's environment has to be like.
@Suite struct ServiceEnvironmentTests {
  @Test func onlyAListeningUnixStreamSocketIsTaken() throws {
    let wrong = [
      try OpenedSocket(kind: SOCK_DGRAM, isListening: false), try OpenedSocket(isListening: false),
      try OpenedSocket(kind: SOCK_SEQPACKET),
    ]
    for socket in wrong {
      let error = #expect(throws: DaemonError.self) { try ActivatedSocket(socket.descriptor) }
      #expect(error?.description.contains("is not a listening Unix stream socket") == true)
    }
    let right = try OpenedSocket()
    #expect(try ActivatedSocket(right.descriptor).path == right.path)
  }

  @Test(arguments: ["notify", "@", "/" + String(repeating: "n", count: 120)])
  func anAddressIsAPathOrAName(address: String) {
    let error = #expect(throws: DaemonError.self) { try ServiceManager.check(address) }
    #expect(error?.description.contains("NOTIFY_SOCKET") == true)
  }

  @Test(
    arguments: [
      ["--no-such-option"], ["--socket"], ["--plugins"], ["--log-level", "loud"],
      ["--log-format", "xml"], ["superfluous"], ["--check", "--config"],
    ])
  func aWrongCommandLineIsToldWhatIsWrong(words: [String]) {
    var arguments = DaemonArguments(words)
    guard case .misused(let why) = arguments.read() else {
      Issue.record("it was taken")
      return
    }
    #expect(why.contains(words.last ?? ""))
  }

  @Test func aFileThatIsNoOptionIsAConfiguration() {
    var arguments = DaemonArguments(["shop.yaml"])
    guard case .misused(let why) = arguments.read() else {
      Issue.record("it was taken")
      return
    }
    #expect(why.hasSuffix("a configuration is read with --config shop.yaml"))
  }
}
