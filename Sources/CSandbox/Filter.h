/* Writing a seccomp filter: rules are tried from the top, and the first that fits decides. */
#ifndef FILTER_H
#define FILTER_H
#include <linux/filter.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { most_instructions = 768 };

/* A filter being written. */
typedef struct filter {
  struct sock_filter code[most_instructions];
  unsigned short length;
  bool overflowed;
} filter;

/* What a call may get. */
extern const uint32_t filter_allow, filter_trap;

/* The call fails with an errno. */
uint32_t filter_fail(int number);

/* Whether a call that was trapped is one of another architecture, whose numbers mean other calls. */
bool filter_is_foreign(uint32_t architecture, uint32_t call);

/* An empty filter for this architecture's calls; another's are trapped. Calls newer than this file are
   missing, as on an older kernel. */
void filter_begin(filter *f);

/* What a call gets whatever its arguments are. */
void filter_rule(filter *f, long call, uint32_t action);

/* The same for many calls. */
void filter_rules(filter *f, const long *calls, size_t count, uint32_t action);

#define FILTER_RULES(f, table, action) filter_rules(f, table, sizeof table / sizeof *table, action)

/* What a call gets when argument & mask equals value, and what else. Low 32 bits. */
void filter_on_bits(filter *f, long call, int argument, uint32_t mask, uint32_t value,
                    uint32_t matching, uint32_t other);

/* What a call gets when an argument is one of some values, and what else. Low 32 bits. */
void filter_on_values(filter *f, long call, int argument, const uint32_t *values, size_t count,
                      uint32_t matching, uint32_t other);

#define FILTER_ON_VALUES(f, call, argument, table, matching, other) \
  filter_on_values(f, call, argument, table, sizeof table / sizeof *table, matching, other)

/* What a call gets when a pointer argument is NULL, and what else. */
void filter_on_null(filter *f, long call, int argument, uint32_t matching, uint32_t other);

/* Puts the filter in force, with what all other calls get; 0, or -1 with errno. */
int filter_install(filter *f, uint32_t otherwise);

#endif
