import TestSupport
import Testing

extension AuthorTests {
  @Test(arguments: ["c", "swift"])
  func aMakefileFindsTheInstallationThatTheShellFinds(_ language: String) throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder)
    let script = """
      buttonctl plugin new warm --language \(language) >/dev/null
      cd warm
      sed -i 's|^MADE_WITH = .*|MADE_WITH = /nowhere|' Makefile
      make -n >/dev/null && echo found
      PATH=/usr/bin:/bin PKG_CONFIG_PATH=/nowhere make -n
      """
    let done = try shell(script, prefix, socket: "/nowhere")
    #expect(done.output.hasPrefix("found"))
    #expect(done.end != .exited(0))
    #expect(done.error.contains(language == "c" ? "set BUTTOND_PREFIX" : "set BUTTOND_KIT"))
  }

  @Test(arguments: [("c", "manifest.h"), ("swift", "Sources/Warm/Manifest.swift")])
  func aMakefileBearsASpaceInTheInstallationsPath(_ language: String, _ constants: String) throws {
    let prefix = try InstalledPrefix().copyForAuthors(in: folder, named: "my prefix")
    let script = """
      '\(prefix.client)' plugin new warm --language \(language) >/dev/null
      cd warm
      rm \(constants)
      PATH=/usr/bin:/bin BUTTOND_PREFIX='\(prefix.path)' make \(constants) >/dev/null
      grep -c 1.0.0 \(constants)
      """
    let done = try shell(script, try InstalledPrefix(), socket: "/nowhere")
    #expect(done.end == .exited(0), "\(done.error)")
  }
}
