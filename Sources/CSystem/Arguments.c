#include "Arguments.h"

static int count;
static char **texts;

/* The loader hands the kernel's own vector to every constructor. */
__attribute__((constructor)) static void keep(int argc, char **argv) {
  count = argc;
  texts = argv;
}

int csystem_argument_count(void) { return count; }

const char *csystem_argument(int index) {
  return index >= 0 && index < count ? texts[index] : 0;
}
