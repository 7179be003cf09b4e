/* A plugin with one handler, "count", that titles a button by the key bench.count. Compiled as often as
 * a measure needs plugins, each time with another PLUGIN_ID.
 */
#include <buttond_plugin.h>
#include <stdio.h>
#include <string.h>

static const btn_host_api *host;
static btn_key count_key, title_key;

static btn_key key(const char *name)
{
    return host->intern(host->host, name, (uint32_t)strlen(name));
}

static btn_status create(const btn_host_api *api, void **self)
{
    host = api;
    count_key = key("state.bench.count");
    title_key = key("title");
    *self = NULL;
    return BTN_OK;
}

static btn_status resolve(void *self, btn_key entry, btn_request *request)
{
    (void)self;
    (void)entry;
    char text[32];
    btn_value value;
    long long count = host->get(request, count_key, &value) == BTN_OK && value.type == BTN_T_INT ? value.as.i : 0;
    btn_value title = {BTN_T_STRING, 0, {0}};
    title.len = (uint32_t)snprintf(text, sizeof text, "Count %lld", count);
    title.as.s = text;
    return host->set(request, title_key, &title);
}

static const btn_plugin table = {
    .size = sizeof(btn_plugin),
    .abi_major = BTN_ABI_MAJOR,
    .abi_minor = BTN_USE_ABI_MINOR,
    .id = PLUGIN_ID,
    .version = "1.0.0",
    .create = create,
    .resolve = resolve,
};

const btn_plugin *buttond_plugin_v1(const btn_abi_info *info)
{
    return info->magic == BTN_MAGIC && info->abi_major == BTN_ABI_MAJOR ? &table : NULL;
}
