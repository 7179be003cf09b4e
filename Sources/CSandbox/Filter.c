/* Seccomp filters as the kernel wants them: a program that loads a word and jumps on its value. */
#include "Filter.h"

#include <errno.h>
#include <linux/audit.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#if defined(__x86_64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_X86_64
/* The x32 calls have the same architecture and numbers from here on. */
#define OTHER_CALLS 0x40000000u
#elif defined(__aarch64__)
#define THIS_ARCHITECTURE AUDIT_ARCH_AARCH64
#else
#define THIS_ARCHITECTURE 0
#endif

/* The newest call that the tables judge: landlock_restrict_self. */
enum { newest_call = 446 };

const uint32_t filter_allow = SECCOMP_RET_ALLOW;
const uint32_t filter_trap = SECCOMP_RET_TRAP;

uint32_t filter_fail(int number) { return SECCOMP_RET_ERRNO | (uint32_t)number; }

static void emit(filter *f, uint16_t code, uint32_t k, uint8_t jt, uint8_t jf) {
  if (f->length >= most_instructions) {
    f->overflowed = true;
    return;
  }
  f->code[f->length++] = (struct sock_filter){code, jt, jf, k};
}

static void load(filter *f, size_t offset) {
  emit(f, BPF_LD | BPF_W | BPF_ABS, (uint32_t)offset, 0, 0);
}

static void decide(filter *f, uint32_t action) { emit(f, BPF_RET | BPF_K, action, 0, 0); }

/* Skips instructions when the loaded word is not a value. */
static void unless_equal(filter *f, uint32_t value, size_t skipped) {
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, value, 0, (uint8_t)skipped);
}

bool filter_is_foreign(uint32_t architecture, uint32_t call) {
#if defined(OTHER_CALLS)
  if (call >= OTHER_CALLS) return true;
#else
  (void)call;
#endif
  return architecture != THIS_ARCHITECTURE;
}

void filter_begin(filter *f) {
  f->length = 0;
  f->overflowed = false;
  load(f, offsetof(struct seccomp_data, arch));
  emit(f, BPF_JMP | BPF_JEQ | BPF_K, THIS_ARCHITECTURE, 1, 0);
  decide(f, filter_trap);
  load(f, offsetof(struct seccomp_data, nr));
#if defined(OTHER_CALLS)
  emit(f, BPF_JMP | BPF_JGE | BPF_K, OTHER_CALLS, 0, 1);
  decide(f, filter_trap);
#endif
  emit(f, BPF_JMP | BPF_JGT | BPF_K, newest_call, 0, 1);
  decide(f, filter_fail(ENOSYS));
}

void filter_rule(filter *f, long call, uint32_t action) {
  unless_equal(f, (uint32_t)call, 1);
  decide(f, action);
}

void filter_rules(filter *f, const long *calls, size_t count, uint32_t action) {
  for (size_t i = 0; i < count; i++) filter_rule(f, calls[i], action);
}

void filter_on_bits(filter *f, long call, int argument, uint32_t mask, uint32_t value,
                    uint32_t matching, uint32_t other) {
  unless_equal(f, (uint32_t)call, 5);
  load(f, offsetof(struct seccomp_data, args[argument]));
  emit(f, BPF_ALU | BPF_AND | BPF_K, mask, 0, 0);
  unless_equal(f, value, 1);
  decide(f, matching);
  decide(f, other);
}

void filter_on_values(filter *f, long call, int argument, const uint32_t *values, size_t count,
                      uint32_t matching, uint32_t other) {
  unless_equal(f, (uint32_t)call, 2 + 2 * count);
  load(f, offsetof(struct seccomp_data, args[argument]));
  for (size_t i = 0; i < count; i++) {
    unless_equal(f, values[i], 1);
    decide(f, matching);
  }
  decide(f, other);
}

void filter_on_null(filter *f, long call, int argument, uint32_t matching, uint32_t other) {
  size_t at = offsetof(struct seccomp_data, args[argument]);
  unless_equal(f, (uint32_t)call, 6);
  load(f, at);
  unless_equal(f, 0, 3);
  load(f, at + 4);
  unless_equal(f, 0, 1);
  decide(f, matching);
  decide(f, other);
}

int filter_install(filter *f, uint32_t otherwise) {
  decide(f, otherwise);
  if (THIS_ARCHITECTURE == 0 || f->overflowed) {
    errno = ENOSYS;
    return -1;
  }
  struct sock_fprog program = {f->length, f->code};
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0);
}
