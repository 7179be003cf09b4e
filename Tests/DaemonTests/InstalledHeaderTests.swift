import FoundationEssentials
import TestSupport
import Testing

extension DaemonTests {
  /// What plugin authors build against.
  @Suite struct InstalledHeaderTests {
    @Test(arguments: [false, true])
    func aPluginBuildsByWhatPkgConfigSaysWhereverThePrefixIs(isMoved: Bool) throws {
      let folder = TemporaryFolder()
      var prefix = try InstalledPrefix().path
      if isMoved {
        let moved = folder.file("else where")
        for part in ["include", "lib/pkgconfig"] {
          try FileManager.default.createDirectory(
            atPath: "\(moved)/lib", withIntermediateDirectories: true)
          try FileManager.default.copyItem(atPath: "\(prefix)/\(part)", toPath: "\(moved)/\(part)")
        }
        prefix = moved
      }
      folder.write(
        """
        #include <buttond_plugin.h>
        const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
          return info->magic == BTN_MAGIC ? NULL : NULL;
        }
        """, to: "Plugin.c")
      let result = try Program.run(
        "sh",
        [
          "-c",
          "flags=$(pkg-config --cflags buttond-plugin) && eval cc -shared -fPIC $flags"
            + " -o \(folder.file("lib.so")) \(folder.file("Plugin.c"))"
            + " && pkg-config --modversion buttond-plugin",
        ], environment: ["PKG_CONFIG_PATH": "\(prefix)/lib/pkgconfig"])
      #expect(result.end == .exited(0), "\(result.error)")
      #expect(result.output == "1.0\n")
    }
  }
}
