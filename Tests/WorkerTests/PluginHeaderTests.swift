import TestSupport
import Testing

/// The headers are fit for whoever includes them.
@Suite(.blocking) struct PluginHeaderTests {
  @Test(
    arguments: ["buttond_plugin.h", "buttond_style.h"],
    [
      ["cc", "-std=c99", "-x", "c"], ["cc", "-std=c11", "-x", "c"],
      ["cc", "-std=gnu17", "-x", "c"], ["c++", "-std=c++98", "-x", "c++"],
      ["c++", "-std=c++11", "-x", "c++"], ["c++", "-std=c++17", "-x", "c++"],
    ])
  func aHeaderCompilesWithoutAWarning(header: String, compiler: [String]) throws {
    let source = """
      #include <\(header)>
      #include <\(header)>
      int use(const btn_host_api *api, const btn_plugin *plugin);
      int use(const btn_host_api *api, const btn_plugin *plugin) {
        btn_value value = {BTN_T_INT, 0, {0}};
        return BTN_HAS(api, fail) && BTN_HAS(plugin, get_extension) && value.type == BTN_T_INT
               && sizeof(btn_value) == 16;
      }
      """
    _ = try Compilation(
      compiler + ["-Wall", "-Wextra", "-Werror", "-pedantic", "-c"], [("use.c", source)],
      headers: [Products.headers, Products.source("Plugins/SDK/c")]
    ).file()
  }
}
