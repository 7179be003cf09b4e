/* A child that inherits nothing but the descriptors it is given. */
#ifndef CSYSTEM_SPAWN_H
#define CSYSTEM_SPAWN_H
#include <stdint.h>

/* Starts a program without arguments, at /, leading a session of its own, no signal blocked. Its
   environment is variable, as NAME=VALUE, or nothing where that is NULL. Its descriptors 0 to count - 1 are those given, -1 standing for /dev/null; the others stay as
   their close-on-exec says. 0 and *pid, or a negated errno. count is at most 8. */
int csystem_spawn(const char *program, const int32_t *descriptors, int32_t count,
                  const char *variable, int32_t *pid);

#endif
