extension CPlugin {
  /// Compiles a plugin with `buttond.gesture/1`, whose `event` has a body; it sees what `resolve`
  /// sees, and `gesture`, `event` and `scratch`.
  init(event body: String, resolve: String = "", declarations: String = "") throws {
    try self.init(
      source: """
        \(CPlugin.prelude)
        static const btn_host_gesture *gesture;
        \(declarations)
        static btn_status create(const btn_host_api *api, void **self) {
          host = api;
          *self = (void *)api;
          gesture = host->get_extension(host->host, BTN_EXT_GESTURE);
          return BTN_OK;
        }
        static btn_status resolve(void *self, btn_key entry, btn_request *request) {
          btn_value value;
          memset(&value, 0, sizeof value);
          \(resolve)
          return BTN_OK;
        }
        static btn_status event(void *self, btn_key entry, btn_request *request,
                                const btn_pointer_event *event, uint8_t *scratch) {
          btn_value value;
          memset(&value, 0, sizeof value);
          if (!self || !BTN_HAS(gesture, set_pressed)) return -100;
          \(body)
          return BTN_OK;
        }
        static int asked;
        static const void *get_extension(void *self, const char *id) {
          static const btn_plugin_gesture table = {sizeof(btn_plugin_gesture), event};
          if (strcmp(id, BTN_EXT_GESTURE)) return NULL;
          return asked++ ? NULL : &table;
        }
        static const btn_plugin plugin = {
          sizeof(btn_plugin), BTN_ABI_MAJOR, 0, 0, "org.example.test", "1.0",
          create, NULL, resolve, get_extension};
        const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) { return &plugin; }
        """)
  }
}
