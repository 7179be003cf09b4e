#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Wakeup.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <unistd.h>

int csystem_wakeup_create(void) {
  int fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

void csystem_wakeup_signal(int fd) {
  uint64_t one = 1;
  /* It fails only when the counter is full, and then the descriptor is readable. */
  if (write(fd, &one, sizeof one) < 0) return;
}

void csystem_wakeup_drain(int fd) {
  uint64_t count;
  /* It fails only when nothing was signalled. */
  if (read(fd, &count, sizeof count) < 0) return;
}

static int signal_reader = -1;
static int signal_writer = -1;

static void forward(int number) {
  int before = errno;
  unsigned char byte = (unsigned char)number;
  if (write(signal_writer, &byte, 1) < 0) errno = 0;
  errno = before;
}

int csystem_signal_pipe(const int32_t *signals, int32_t count) {
  if (signal_reader < 0) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC | O_NONBLOCK) != 0) return -errno;
    signal_writer = ends[1];
    signal_reader = ends[0];
  }
  for (int32_t i = 0; i < count; i++) {
    struct sigaction action = {.sa_handler = forward, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    if (sigaction(signals[i], &action, NULL) != 0) return -errno;
  }
  return signal_reader;
}
