#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include "Alarm.h"

#include <errno.h>
#include <poll.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

int64_t csystem_wall_milliseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME_COARSE, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

int csystem_alarm_create(void) {
  int fd = timerfd_create(CLOCK_REALTIME, TFD_CLOEXEC | TFD_NONBLOCK);
  return fd < 0 ? -errno : fd;
}

int csystem_alarm_set(int fd, int64_t milliseconds) {
  /* The coarse clock runs behind by up to its own step. */
  struct timespec step;
  struct itimerspec alarm = {{0, 0}, {0, 0}};
  clock_getres(CLOCK_REALTIME_COARSE, &step);
  alarm.it_value.tv_sec = milliseconds / 1000 + step.tv_sec;
  alarm.it_value.tv_nsec = milliseconds % 1000 * 1000000 + step.tv_nsec;
  if (alarm.it_value.tv_nsec >= 1000000000) {
    alarm.it_value.tv_sec += 1;
    alarm.it_value.tv_nsec -= 1000000000;
  }
  int flags = TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET;
  return timerfd_settime(fd, flags, &alarm, NULL) == 0 ? 0 : -errno;
}

int csystem_alarm_wait(int fd, int other) {
  struct pollfd both[2] = {{fd, POLLIN, 0}, {other, POLLIN, 0}};
  while (poll(both, 2, -1) < 0 && errno == EINTR) continue;
  if (both[0].revents != 0) {
    uint64_t count;
    if (read(fd, &count, sizeof count) == sizeof count) return CSYSTEM_ALARM_DUE;
    if (errno == ECANCELED) return CSYSTEM_ALARM_SET;
  }
  return CSYSTEM_ALARM_OTHER;
}
