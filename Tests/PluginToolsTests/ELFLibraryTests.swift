import Glibc
import PluginTools
import TestSupport
import Testing

/// The reader of libraries, with files that are libraries and files that only look like it.
@Suite(.blocking) struct ELFLibraryTests {
  private func bytes(of path: String) throws -> [UInt8] {
    let descriptor = open(path, O_RDONLY)
    defer { close(descriptor) }
    var info = stat()
    guard descriptor >= 0, fstat(descriptor, &info) == 0 else { throw TestFailure(path) }
    var bytes = [UInt8](repeating: 0, count: Int(info.st_size))
    let count = bytes.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
    #expect(count == bytes.count)
    return bytes
  }

  private func library() throws -> [UInt8] {
    let folder = try CheckedFolder()
    return try bytes(of: folder.path + "/libPlugin.so")
  }

  private func parse(_ bytes: [UInt8]) throws -> ELFLibrary {
    try bytes.withUnsafeBytes { try ELFLibrary($0) }
  }

  @Test(arguments: [[], ["-Wl,--hash-style=sysv"], ["-Wl,--hash-style=gnu"], ["-Wl,-s"]])
  func aLibrarySaysWhatItExportsAndNeeds(flags: [String]) throws {
    let folder = try CheckedFolder(flags: flags)
    let library = try parse(bytes(of: folder.path + "/libPlugin.so"))
    let visible = library.symbols.filter { $0.isDefined && $0.isVisible && $0.isFunction }
    #expect(visible.map(\.name) == ["buttond_plugin_v1"])
    #expect(library.symbols.contains { !$0.isDefined })
    #expect(library.needed.contains("libc.so.6"))
    #expect(!library.hasExecutableStack && !library.hasTextRelocations && !library.hasWritableCode)
  }

  @Test func aSwiftLibraryIsReadToo() throws {
    let library = try parse(bytes(of: Products.path("libOutline.so")))
    #expect(library.symbols.contains { $0.name == "buttond_plugin_v1" && $0.isVisible })
    #expect(library.symbols.count > 500)
    #expect(library.needed.contains("libswiftCore.so"))
  }

  @Test func otherFilesAreRefusedInWords() throws {
    var wrong = try library()
    #expect(throws: ELFError.self) { try parse([]) }
    #expect(throws: ELFError.self) { try parse(Array("#!/bin/sh\n".utf8)) }
    #expect(throws: ELFError.self) {
      try parse([UInt8](repeating: 0x7F, count: 200))
    }
    wrong[4] = 1
    #expect(throws: ELFError("it is not for a 64-bit processor")) { try parse(wrong) }
    wrong[4] = 2
    wrong[16] = 1
    #expect(throws: ELFError("it is not a shared library")) { try parse(wrong) }
  }

  @Test func everyTruncationIsReadOrRefused() throws {
    let whole = try library()
    let counts = Array(stride(from: 0, to: whole.count, by: 61)) + [whole.count]
    let read = counts.count { (try? parse(Array(whole[..<$0]))) != nil }
    #expect(read > 0 && read < counts.count, "\(read) of \(counts.count)")
  }

  @Test func filesWithWrongNumbersAreReadOrRefused() throws {
    let whole = try library()
    var random = Seed()
    let interesting: [UInt64] = [0, 1, 0x7FFF_FFFF, 0xFFFF_FFFF, .max, .max - 7, 1 << 63, 4_096]
    let count = scaled(4_000)
    var read = 0
    for _ in 0..<count {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        // The header, the program header and the dynamic section are where all follows from.
        let limit = Bool.random(using: &random) ? 1_024 : bytes.count
        let place = Int.random(in: 0..<limit - 8, using: &random)
        let number = interesting.randomElement(using: &random) ?? 0
        let size = [1, 2, 4, 8].randomElement(using: &random) ?? 1
        for index in 0..<size { bytes[place + index] = UInt8(number >> (8 * index) & 255) }
      }
      if (try? parse(bytes)) != nil { read += 1 }
    }
    #expect(read > 0 && read < count, "\(read) of \(count)")
  }
}
