import TestSupport
import Testing

/// The header is fit for whoever includes it.
@Suite(.serialized) struct PluginHeaderTests {
  @Test(arguments: [
    ["cc", "-std=c99", "-x", "c"], ["cc", "-std=c11", "-x", "c"], ["cc", "-std=gnu17", "-x", "c"],
    ["c++", "-std=c++98", "-x", "c++"], ["c++", "-std=c++11", "-x", "c++"],
    ["c++", "-std=c++17", "-x", "c++"],
  ])
  func itCompilesWithoutAWarning(compiler: [String]) throws {
    let folder = TemporaryFolder()
    folder.write(
      """
      #include <buttond_plugin.h>
      #include <buttond_plugin.h>
      int use(const btn_host_api *api, const btn_plugin *plugin);
      int use(const btn_host_api *api, const btn_plugin *plugin) {
        btn_value value = {BTN_T_INT, 0, {0}};
        return BTN_HAS(api, fail) && BTN_HAS(plugin, get_extension) && value.type == BTN_T_INT
               && sizeof(btn_value) == 16;
      }
      """, to: "use.c")
    try Compiler.run(
      compiler + [
        "-Wall", "-Wextra", "-Werror", "-pedantic", "-I",
        Products.source("Sources/CButtonPlugin/include"), "-c", "-o", folder.file("use.o"),
        folder.file("use.c"),
      ])
  }
}
