/* The plugin without a daemon: `make test` runs this. */
#undef NDEBUG
#include "../manifest.h"
#include <assert.h>
#include <buttond_test.h>

static btt_button button;

static void what_is_urgent_is_red(void) {
   btt_give_flag(&button, "state.__NAME__.isUrgent", 1);
   assert(btt_resolve(&button, STYLE___UPPER__) == BTN_OK);
   assert(btt_color(&button, "background.backgroundColor") == 0xB3261EFFu);
}

int main(void) {
   assert(btt_begin(&button, buttond_plugin_v1) == BTN_OK);
   what_is_urgent_is_red();
   btt_end(&button);
   return 0;
}
