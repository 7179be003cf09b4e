/* The plugin without a daemon: `make test` runs this. */
#undef NDEBUG
#include "../manifest.h"
#include <assert.h>
#include <buttond_test.h>
#include <stdio.h>

static btt_button button;

/* Has the style make the look. */
static void resolve(void) {
   btn_status status = btt_resolve(&button, STYLE___UPPER__);
   if (status != BTN_OK) fprintf(stderr, "the style gave the button up: %s\n", button.failure);
   assert(status == BTN_OK);
}

static void what_is_urgent_is_red(void) {
   btt_give_flag(&button, "state.__NAME__.isUrgent", 1);
   resolve();
   assert(btt_color(&button, "background.backgroundColor") == 0xB3261EFFu);
}

int main(void) {
   assert(btt_begin(&button, buttond_plugin_v1) == BTN_OK);
   what_is_urgent_is_red();
   btt_end(&button);
   return 0;
}
