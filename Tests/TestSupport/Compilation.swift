import CPlatform
import Glibc
import Synchronization

/// Sources and the command that makes one file of them. The file is kept in the build folder, under a
/// digest of all that goes into it: what was compiled once is not compiled again.
package struct Compilation {
  /// A compiler that does not take a source.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let command: [String]
  private let sources: [(name: String, text: String)]
  private let headers: [String]
  private let included: [String]
  private let linking: [String]

  /// `command` is a compiler with its options, `headers` are folders that it finds headers in, `included`
  /// other files that the sources read, and `linking` is what comes after the sources.
  package init(
    _ command: [String], _ sources: [(name: String, text: String)], headers: [String] = [],
    included: [String] = [], linking: [String] = []
  ) {
    self.command = command
    self.sources = sources
    self.headers = headers
    self.included = included
    self.linking = linking
  }

  /// The file, which others use as well: read it only.
  package func file() throws -> String {
    try Compilation.kept(under: digest()) { file in
      let folder = TemporaryFolder()
      let paths = sources.map { folder.write($0.text, to: $0.name) }
      let options = headers.flatMap { ["-I", $0] } + ["-o", file]
      let done = try Program.run(
        command[0], command.dropFirst() + options + paths + linking, by: Deadline(seconds: 200))
      guard done.end == .exited(0) else {
        throw Failure(description: "\(command[0]): \(done.end)\n\(done.output)\(done.error)")
      }
    }
  }

  /// Puts a copy where nothing is, or in the place of what is there.
  package func copy(to path: String) throws {
    try FileBytes.replace(path, with: FileBytes.read(file()), mode: 0o755)
  }

  /// The path of what is kept under a name; made now if it is not there, under another name until it is
  /// whole.
  package static func kept(
    under name: String, _ make: (_ path: String) throws -> Void
  ) throws -> String {
    let path = "\(try folder())/\(name)"
    // What is used looks new: scripts/test removes what has not been for a week.
    if utimes(path, nil) == 0 { return path }
    let new = "\(path).\(getpid()).\(UInt32.random(in: 0 ... .max))"
    try make(new)
    // Another process may have made the same meanwhile; a folder does not replace that.
    if rename(new, path) != 0, access(path, F_OK) != 0 {
      throw TestFailure("\(path) cannot be put there: errno \(errno)")
    }
    return path
  }

  private func digest() throws -> String {
    var digest = Digest()
    digest.add(try Compilation.version(of: command[0]))
    for text in command + linking { digest.add(text) }
    for source in sources {
      digest.add(source.name)
      digest.add(source.text)
    }
    for folder in headers {
      for name in try Folder.names(in: folder) where name.contains(".h") {
        digest.add(name)
        digest.add(try FileBytes.read("\(folder)/\(name)"))
      }
    }
    for file in included { digest.add(try FileBytes.read(file)) }
    return digest.text
  }

  /// What a compiler says that it is; asked once.
  package static func version(of program: String) throws -> String {
    if let known = versions.withLock({ $0[program] }) { return known }
    let said = try Program.run(program, ["--version"]).output
    versions.withLock { $0[program] = said }
    return said
  }

  private static let versions = Mutex<[String: String]>([:])

  /// The folder of all that is kept, in that of what was built with the tests.
  private static func folder() throws -> String {
    let folder = Products.path("compiled")
    guard mkdir(folder, 0o755) == 0 || errno == EEXIST else {
      throw TestFailure("\(folder) cannot be made: errno \(errno)")
    }
    return folder
  }

  /// The environment of a test that builds a package with SwiftPM: a `swift` before others on the `PATH`, whose
  /// builds and tests of the same package are kept as well.
  package static func packages() throws -> [String: String] {
    let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
    return [
      "PATH": "\(Products.source("scripts/test.d/kept")):\(path)", "BUTTOND_KEPT": try folder(),
      // A package is part of no other build.
      "SWIFTPM_CUSTOM_BIN_DIR": "", "MAKEFLAGS": "", "BUTTOND_PREFIX": "",
    ]
  }
}

extension Compilation {
  /// A plugin in C of this repository.
  package init(shipped name: String) throws {
    let text = try FileBytes.read(Products.source("Plugins/\(name)/\(name).c"))
    self.init(
      [
        "cc", "-std=c99", "-O2", "-Wall", "-Wextra", "-Werror", "-pedantic", "-shared", "-fPIC",
        "-fvisibility=hidden",
      ], [("\(name).c", String(decoding: text, as: UTF8.self))],
      headers: [
        Products.headers, Products.source("Plugins/SDK/c"), Products.source("Plugins/\(name)"),
      ])
  }
}
