/* A plugin whose button `fatal` takes its worker along when the state says so. */
#include <buttond_plugin.h>
#include <stdlib.h>
#include <string.h>

static const btn_host_api *host;

static btn_key key(const char *name) {
  return host->intern(host->host, name, (uint32_t)strlen(name));
}

static int is(const btn_value *value, const char *text) {
  return value->type == BTN_T_STRING && value->len == strlen(text)
         && memcmp(value->as.s, text, value->len) == 0;
}

static btn_status create(const btn_host_api *api, void **self) {
  host = api;
  *self = &host;
  return BTN_OK;
}

static btn_status resolve(void *self, btn_key entry, btn_request *request) {
  btn_value mode, id;
  (void)self, (void)entry;
  if (host->get(request, key("state.bench.mode"), &mode) != BTN_OK) return BTN_OK;
  if (is(&mode, "bad") && host->get(request, key("button.id"), &id) == BTN_OK && is(&id, "fatal"))
    abort();
  return host->set(request, key("title"), &mode);
}

static const btn_plugin plugin = {
  sizeof(btn_plugin), BTN_ABI_MAJOR, BTN_USE_ABI_MINOR, 0,
  "org.example.fatal", "1.0.0", create, NULL, resolve, NULL,
};

const btn_plugin *buttond_plugin_v1(const btn_abi_info *info) {
  return info->magic == BTN_MAGIC ? &plugin : NULL;
}
