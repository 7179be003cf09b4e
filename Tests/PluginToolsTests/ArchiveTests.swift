import ButtonProtocol
import PluginHost
import TestSupport
import Testing

@testable import PluginTools

struct ArchiveTests {
  /// An archive's bytes out of parts, each as it is said, so that it can be wrong in one.
  struct Forged {
    var files: [(header: [UInt8], contents: [UInt8])] = []
    var end = [UInt8](repeating: 0, count: 1024)

    /// A sound archive of the plugin `warm`.
    static func sound(
      resources: [(String, [UInt8])] = [], permission: Bool = false
    ) throws -> Forged {
      let library = Array(PluginFolder.library.utf8)
      let folder = PluginFolder(
        more: permission ? #""permissions": {"resources": true},"# : "")
      for (name, contents) in resources {
        try folder.write(String(decoding: contents, as: UTF8.self), to: name)
      }
      let source = try PluginSource(folder.path)
      var list = HashList([Manifest.fileName: hash(source.manifestBytes)])
      for file in source.files { list.hashes[file.name] = file.hash }
      var forged = Forged()
      try forged.add(Manifest.fileName, source.manifestBytes)
      try forged.add(HashList.fileName, Array(list.text.utf8))
      try forged.add("libwarm.so", library, isLibrary: true)
      for (name, contents) in resources { try forged.add(name, contents) }
      return forged
    }

    mutating func add(_ name: String, _ contents: [UInt8], isLibrary: Bool = false) throws {
      let header = try ArchiveHeader(
        name: name, size: contents.count, isExecutable: isLibrary)
      files.append((header.bytes, contents))
    }

    var bytes: [UInt8] {
      files.flatMap { file in
        let padding = (512 - file.contents.count % 512) % 512
        return file.header + file.contents + [UInt8](repeating: 0, count: padding)
      } + end
    }

    /// Writes a text over a header's field, and makes the checksum fit.
    mutating func overwrite(_ file: Int, at offset: Int, _ text: String) {
      for (index, byte) in text.utf8.enumerated() { files[file].header[offset + index] = byte }
      for index in 148..<156 { files[file].header[index] = 0x20 }
      let sum = files[file].header.reduce(0) { $0 + Int($1) }
      let digits = String(sum, radix: 8)
      let field = String(repeating: "0", count: 6 - digits.count) + digits + "\0 "
      for (index, byte) in field.utf8.enumerated() { files[file].header[148 + index] = byte }
    }

    static func hash(_ bytes: [UInt8]) -> String {
      var hash = SHA256()
      bytes.withUnsafeBytes { hash.update($0) }
      return hash.finish()
    }
  }

  static func read(_ bytes: [UInt8]) throws(ToolError) -> ArchiveContents {
    try ArchiveContents("a", size: bytes.count) { Array(bytes[$0]) }
  }

  @Test func aSoundArchiveIsRead() throws {
    let contents = try ArchiveTests.read(try Forged.sound().bytes)
    #expect(contents.manifest.id == "com.example.warm")
    #expect(contents.files.map(\.header.name) == ["libwarm.so"])
    #expect(contents.manifest.sha256.map(\.value) == [contents.hashes.hashes["libwarm.so"]])
  }

  static let hostile: [(String, @Sendable (inout Forged) throws -> Void, String)] = [
    ("a symbolic link", { $0.overwrite(2, at: 156, "2") }, "a symbolic link"),
    ("a hard link", { $0.overwrite(2, at: 156, "1") }, "a hard link"),
    ("a character device", { $0.overwrite(2, at: 156, "3") }, "a device"),
    ("a block device", { $0.overwrite(2, at: 156, "4") }, "a device"),
    ("a folder", { $0.overwrite(2, at: 156, "5") }, "a folder's entry"),
    ("a pipe", { $0.overwrite(2, at: 156, "6") }, "a pipe"),
    ("an extension", { $0.overwrite(2, at: 156, "x") }, "an entry of an unknown kind"),
    ("a sparse file", { $0.overwrite(2, at: 156, "S") }, "an entry of an unknown kind"),
    ("an absolute path", { $0.overwrite(2, at: 0, "/etc/passw") }, "is an absolute path"),
    ("a way out", { $0.overwrite(2, at: 0, "../warm.so") }, "leads out of"),
    ("a way out inside", { $0.overwrite(2, at: 0, "a/../../b.") }, "leads out of"),
    ("an absolute prefix", { $0.overwrite(2, at: 345, "/tmp") }, "is an absolute path"),
    ("a prefix that leads out", { $0.overwrite(2, at: 345, "..") }, "leads out of"),
    ("a hidden name", { $0.overwrite(2, at: 0, ".ibwarm.so") }, "cannot be packed"),
    ("a dot", { $0.overwrite(2, at: 0, "./bwarm.so") }, "cannot be packed"),
    ("a control character", { $0.overwrite(2, at: 0, "l\u{1B}[2Jrm.so") }, "\\u{1b}"),
    ("an empty part", { $0.overwrite(2, at: 0, "lib//rm.so") }, "cannot be packed"),
    ("no name", { $0.overwrite(2, at: 0, "\0") }, "cannot be packed"),
    ("a name that is not text", { $0.files[2].header[0] = 0xFF }, "not valid UTF-8"),
    ("a wrong checksum", { $0.files[2].header[150] ^= 1 }, "a checksum"),
    ("a set-user-id mode", { $0.overwrite(2, at: 100, "0004755") }, "mode is another"),
    ("an owner", { $0.overwrite(2, at: 108, "0001750") }, "owner"),
    ("a time", { $0.overwrite(2, at: 136, "00000000001") }, "time"),
    ("a size that is not a number", { $0.overwrite(2, at: 124, "zzz") }, "not a number"),
    ("a size beyond the end", { $0.overwrite(2, at: 124, "00000777777") }, "is cut short"),
    ("a huge size", { $0.overwrite(2, at: 124, "77777777777") }, "are the most"),
    ("another magic", { $0.overwrite(0, at: 257, "gnutar") }, "is not a .buttond-plugin package"),
    ("the same name twice", { $0.files.append($0.files[2]) }, "is there twice"),
    ("a file as a folder", { try $0.add("libwarm.so/a", []) }, "both a file and a folder"),
    ("a file that is not listed", { try $0.add("more", [1]) }, "is not in SHA256SUMS"),
    ("a listed file that is not there", { $0.files.remove(at: 2) }, "must hold"),
    ("another order", { $0.files.swapAt(0, 1) }, "must hold"),
    ("no list", { $0.files.remove(at: 1) }, "must hold"),
    ("nothing", { $0.files = [] }, "must hold"),
    ("no end", { $0.end = [] }, "is cut short"),
    ("half an end", { $0.end = [UInt8](repeating: 0, count: 512) }, "no end"),
    ("something behind the end", { $0.end += [UInt8](repeating: 1, count: 512) }, "behind its end"),
    ("an end that is none", { $0.end[700] = 1 }, "behind its end"),
    (
      "another manifest",
      { forged in forged.files[0].contents[40] ^= 1 }, "plugin.json"
    ),
    (
      "a list that is out of order",
      { forged in forged.files[1].contents[0] = UInt8(ascii: "Z") }, "not in order"
    ),
  ]

  @Test(arguments: ArchiveTests.hostile.indices)
  func aHostileArchiveIsRefusedWithItsReason(_ index: Int) throws {
    let (what, spoil, reason) = ArchiveTests.hostile[index]
    var forged = try Forged.sound()
    try spoil(&forged)
    let bytes = forged.bytes
    do throws(ToolError) {
      _ = try ArchiveTests.read(bytes)
      Issue.record("\(what) was taken")
    } catch {
      #expect(error.message.contains(reason), "\(what): \(error.message)")
      #expect(!error.message.contains("\u{1B}"))
    }
  }

  @Test func somethingHiddenInPaddingIsRefused() throws {
    var bytes = try Forged.sound().bytes
    bytes[bytes.count - 1024 - 1] = 1
    #expect(throws: ToolError("a: has something hidden behind 'libwarm.so'")) {
      try ArchiveTests.read(bytes)
    }
  }

  @Test func everyShorterArchiveIsRefused() throws {
    let bytes = try Forged.sound().bytes
    for count in 0..<bytes.count {
      #expect(throws: ToolError.self) { try ArchiveTests.read(Array(bytes[..<count])) }
    }
  }

  @Test func resourcesNeedThePermission() throws {
    var forged = try Forged.sound()
    try forged.add("dial.svg", [1, 2])
    let list = String(decoding: forged.files[1].contents, as: UTF8.self)
    var lines = list.split(separator: "\n").map(String.init)
    lines.insert("\(Forged.hash([1, 2]))  dial.svg", at: 0)
    let text = lines.joined(separator: "\n") + "\n"
    var mended = Forged()
    mended.files = [forged.files[0]]
    try mended.add(HashList.fileName, Array(text.utf8))
    mended.files += forged.files[2...]
    do throws(ToolError) {
      _ = try ArchiveTests.read(mended.bytes)
      Issue.record("a resource without permission was taken")
    } catch {
      #expect(error.message.contains("does not ask for resources"))
    }
    let allowed = try Forged.sound(resources: [("dial.svg", [1, 2])], permission: true)
    #expect(try ArchiveTests.read(allowed.bytes).files.count == 2)
  }

  @Test func longNamesAreSplitAndReadBack() throws {
    let folder = String(repeating: "f", count: 120)
    let name = "\(folder)/\(String(repeating: "n", count: 99))"
    let header = try ArchiveHeader(name: name, size: 7, isExecutable: false)
    #expect(try ArchiveHeader(header.bytes) == header)
    #expect(throws: ToolError.self) {
      try ArchiveHeader(name: String(repeating: "n", count: 101), size: 0, isExecutable: false)
    }
  }

  @Test func randomDamageIsRefusedOrHarmless() throws {
    var seed = Seed()
    let sound = try Forged.sound().bytes
    for _ in 0..<scaled(300) {
      var bytes = sound
      for _ in 0..<Int.random(in: 1...4, using: &seed) {
        bytes[Int.random(in: bytes.indices, using: &seed)] = UInt8.random(in: 0...255, using: &seed)
      }
      if let contents = try? ArchiveTests.read(bytes) {
        #expect(contents.manifest.id == "com.example.warm")
      }
    }
  }
}
